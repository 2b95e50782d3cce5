import { byLot } from './by-lot.ts'

/**
 * After this many distinct failures, assume that a shared dependency is down and skip the rest of the list. The same
 * error object counts once, because a lookup that several items share fails only those items.
 */
const MOST_FAILURES = 5

/** Runs `step` for each item in random order. Counts those for which it did not return false (nothing to do). */
export type Each = <Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>) => Promise<number>

/**
 * Runs a chore whose items are independent, and throws the failures at the end. After too many failures in one list,
 * its rest is left to later rounds, whose order differs, and the next list still runs.
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
