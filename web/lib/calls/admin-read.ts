/** Reading for administrators: what they decide on is asked for anew with every screen, and, where something moves by itself, every so often. */
import useSWR from 'swr'
import { api } from '#web/lib/api/api.ts'
import { readDefaults, useReading, type Reading } from '#web/lib/reads/read.ts'
import type { Reply } from '#web/lib/api/reply.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'
import { useLasting } from '#web/lib/device/use-lasting.ts'

const SAME_SCREEN_MS = 1_000

/**
 * As `useRead`, without the five minutes. `everyMs`: after how long it is read again by itself, by the latest answer; 0 is never. A filter's last
 * answer stays until the next one is there, as long as only the query differs: another address is of something else. One that could not be read
 * again is said to be stale, as somebody decides on it.
 */
export function useAdminRead<Value>(
  path: string | null,
  reply: Reply<Value>,
  everyMs: (value: Value | undefined) => number = () => 0,
): Reading<Value> {
  const swr = useSWR<Value, unknown>(path, (wanted: string) => api.read(wanted, reply), {
    dedupingInterval: SAME_SCREEN_MS,
    refreshInterval: everyMs,
    // SWR's own clock stands still after an error. Whoever watches a server that went away learns that it is back.
    onErrorRetry: (error, wanted, config, revalidate, attempt) => {
      const waitMs = everyMs(swr.data)
      if (attempt.retryCount > 1 && waitMs > 0) setTimeout(() => void revalidate(attempt), waitMs)
      else readDefaults.onErrorRetry?.(error, wanted, config, revalidate, attempt)
    },
  })
  const stale = useLasting(swr.data !== undefined && swr.error !== undefined)
  return { ...useKept(useReading(swr), path?.split('?')[0]), stale }
}

/** The query of an address, without what is empty. */
export function queryOf(entries: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(entries))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
