import type { PerkInput } from '#contracts/calls/perks.ts'
import { tenthsFromPoints } from '#contracts/units/points.ts'
import type { PerkText } from '#businesses/perks/keep-perks.ts'

/** Converts points to tenths; the schema has refused anything finer. */
export function perkText({ name, description, pointsRequired }: PerkInput): PerkText {
  const costTenths = tenthsFromPoints(pointsRequired)
  if (costTenths === undefined) throw new Error(`Not a number of points: ${pointsRequired}`)
  return { name, description, costTenths }
}
