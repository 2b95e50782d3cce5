import { byLot } from './by-lot.ts'

/**
 * This many are hardly the fault of single items: whatever they all stand on is away, so the rest is not tried. The same error again, as of one
 * thing that was asked for once and is missing for some of them, is the same failure: it holds up none of those that need it not.
 */
const MOST_FAILURES = 5

/** Runs `step` for one item after the other, by lot, and counts those for which it did not return false (nothing to do). */
export type Each = <Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>) => Promise<number>

/**
 * A chore whose items know nothing of each other: one whose step fails holds up none of the others. Where too many of one kind fail, the rest of
 * that kind is left to later rounds, in which the lot falls on others first, and the next kind is begun all the same. Throws what has failed.
 */
export async function byThemselves<Result>(chore: (each: Each) => Promise<Result>): Promise<Result> {
  const failures: unknown[] = []
  const result = await chore(async (items, step) => {
    let done = 0
    let failed = 0
    for (const item of byLot(items)) {
      if (failed === MOST_FAILURES) break
      try {
        if ((await step(item)) !== false) done += 1
      } catch (error) {
        if (failures.includes(error)) continue
        failures.push(error)
        failed += 1
      }
    }
    return done
  })
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed`)
  return result
}
