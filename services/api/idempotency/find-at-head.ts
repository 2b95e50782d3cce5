import type { Deps } from '../deps.ts'

/**
 * Looks again at the log's end, since only then is a missing row known to be missing. Throws 'busy' if that takes too
 * long, and if the event store is down.
 */
export async function findAtHead<T>(
  deps: Pick<Deps, 'waitForHead'>,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find()
  if (found !== undefined) return found
  await deps.waitForHead()
  return find()
}
