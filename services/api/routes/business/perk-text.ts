import type { PerkInput } from '#contracts/calls/perks.ts'
import { tenthsFromPoints } from '#contracts/units/points.ts'
import type { PerkText } from '#businesses/perks/keep-perks.ts'

/** The form as it is stored: points as tenths. The schema has refused what is no tenth. */
export function perkText({ name, description, pointsRequired }: PerkInput): PerkText {
  const costTenths = tenthsFromPoints(pointsRequired)
  if (costTenths === undefined) throw new Error(`${pointsRequired} is no number of points`)
  return { name, description, costTenths }
}
