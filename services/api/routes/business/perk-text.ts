import type { Perk } from '#contracts/calls/business.ts'
import type { PerkInput } from '#contracts/calls/perks.ts'
import { decimalString, tenthsFromPoints } from '#contracts/units/points.ts'
import type { PerkText } from '#businesses/perks/keep-perks.ts'
import type { StoredPerk } from '#businesses/perks/perks.ts'

/** Converts points to tenths; the schema has refused anything finer. */
export function perkText({ name, description, pointsRequired }: PerkInput): PerkText {
  const costTenths = tenthsFromPoints(pointsRequired)
  if (costTenths === undefined) throw new Error(`Not a number of points: ${pointsRequired}`)
  return { name, description, costTenths }
}

/** As the API shows a perk. */
export const shownPerk = ({ id, name, description, costTenths, pictureUrl }: StoredPerk): Perk => ({
  id,
  name,
  description,
  pointsRequired: decimalString(costTenths),
  pictureUrl,
})

/** For onlyOwnPicture. */
export const PERK_PICTURE = { path: 'pictureUrl', message: 'Failed to upload picture' } as const
