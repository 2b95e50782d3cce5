/** More than these are hardly the fault of single items: whatever they all stand on is away. */
const MOST_FAILURES = 5

/**
 * Does `step` with the items of a chore, one after the other, and counts those with which it did something. One that fails is put into `failures` and holds up
 * none of the others.
 */
export async function eachByItself<Item>(items: readonly Item[], failures: unknown[], step: (item: Item) => Promise<boolean>): Promise<number> {
  let done = 0
  for (const item of items) {
    if (failures.length === MOST_FAILURES) break
    try {
      if (await step(item)) done += 1
    } catch (error) {
      failures.push(error)
    }
  }
  return done
}

/** Throws what has failed, once everything was tried. */
export function tellFailures(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed`)
}
