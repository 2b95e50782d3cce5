import { shuffle } from './shuffle.ts'

/**
 * After this many distinct failures a shared dependency is assumed to be down. The same error object counts once,
 * because a shared lookup fails only its items.
 */
const MOST_FAILURES = 5

/** Random order. Counts steps that did not return false. */
export type Each = <Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>) => Promise<number>

/**
 * Runs independent items and throws all failures at the end. A list given up is continued in later rounds; the next
 * list still runs.
 */
export async function isolateFailures<Result>(chore: (each: Each) => Promise<Result>): Promise<Result> {
  const failures: unknown[] = []
  const result = await chore(async (items, step) => {
    let done = 0
    let failed = 0
    for (const item of shuffle(items)) {
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
