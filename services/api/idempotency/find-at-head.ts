import type { Deps } from '../deps.ts'

/**
 * What the read models know, asked again once they hold all that the log holds: what is not found then is not there. Throws 'busy' where that
 * takes too long, and where the store is away.
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
