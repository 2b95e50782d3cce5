/** Reads for administrators, refreshed with every screen and, where the data changes by itself, periodically. */
import useSWR from 'swr'
import { api } from '#web/lib/api/api.ts'
import { readDefaults, useReading, type Reading } from '#web/lib/reads/read.ts'
import type { Reply } from '#web/lib/api/reply.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'
import { useLasting } from '#web/lib/device/use-lasting.ts'

const SAME_SCREEN_MS = 1_000

/**
 * As `useRead`, without the five-minute cache. `everyMs` is the refresh interval by the latest reply; 0 means none.
 * The last reply stays while only the query differs. A failed refresh marks the data stale, because administrators
 * decide on it.
 */
export function useAdminRead<Value>(
  path: string | null,
  reply: Reply<Value>,
  everyMs: (value: Value | undefined) => number = () => 0,
): Reading<Value> {
  const swr = useSWR<Value, unknown>(path, (wanted: string) => api.read(wanted, reply), {
    dedupingInterval: SAME_SCREEN_MS,
    refreshInterval: everyMs,
    // SWR stops refreshing after an error, so keep polling to notice when the server is back.
    onErrorRetry: (error, wanted, config, revalidate, attempt) => {
      const waitMs = everyMs(swr.data)
      if (attempt.retryCount > 1 && waitMs > 0) setTimeout(() => void revalidate(attempt), waitMs)
      else readDefaults.onErrorRetry?.(error, wanted, config, revalidate, attempt)
    },
  })
  const stale = useLasting(swr.data !== undefined && swr.error !== undefined)
  return { ...useKept(useReading(swr), path?.split('?')[0]), stale }
}

/** Omits empty values. */
export function queryOf(entries: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(entries))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
