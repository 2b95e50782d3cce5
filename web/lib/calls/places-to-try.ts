import type { DirectoryEntry } from '#contracts/calls/directory.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { directoryReply, useHomePrime } from './directory.ts'

const PLACES = 4

/** Prime businesses in today's order, then others by name. */
export function usePlacesToTry(): Reading<DirectoryEntry[]> {
  const prime = useHomePrime()
  const isShort = prime.value && prime.value.length < PLACES
  const others = useRead(isShort ? `/api/business-profiles?limit=${2 * PLACES}` : null, directoryReply)
  if (!isShort) return prime
  const known = new Set(prime.value?.map(({ id }) => id))
  return {
    ...others,
    value:
      others.value && [...(prime.value ?? []), ...others.value.filter(({ id }) => !known.has(id))].slice(0, PLACES),
  }
}
