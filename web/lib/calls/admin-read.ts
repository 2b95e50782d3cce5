/** Reads for administrators: refreshed with every screen and, where the data changes by itself, periodically. */
import useSWR from 'swr'
import { api } from '#web/lib/api/api.ts'
import { readDefaults, useReading, type Reading } from '#web/lib/reads/read.ts'
import type { Reply } from '#web/lib/api/reply.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'
import { useLasting } from '#web/lib/device/use-lasting.ts'

const SAME_SCREEN_MS = 1_000

/**
 * As `useRead`, without the five-minute cache. `everyMs` maps the latest reply to the refresh interval; 0 turns it
 * off.
 * While only the query differs, the last reply stays until the next arrives. A failed refresh marks the data stale,
 * because administrators decide on it.
 */
export function useAdminRead<Value>(
  path: string | null,
  reply: Reply<Value>,
  everyMs: (value: Value | undefined) => number = () => 0,
): Reading<Value> {
  const swr = useSWR<Value, unknown>(path, (wanted: string) => api.read(wanted, reply), {
    dedupingInterval: SAME_SCREEN_MS,
    refreshInterval: everyMs,
    // SWR stops refreshing after an error; keep polling, so that the screen notices when the server is back.
    onErrorRetry: (error, wanted, config, revalidate, attempt) => {
      const waitMs = everyMs(swr.data)
      if (attempt.retryCount > 1 && waitMs > 0) setTimeout(() => void revalidate(attempt), waitMs)
      else readDefaults.onErrorRetry?.(error, wanted, config, revalidate, attempt)
    },
  })
  const stale = useLasting(swr.data !== undefined && swr.error !== undefined)
  return { ...useKept(useReading(swr), path?.split('?')[0]), stale }
}

/** The query string, without empty values. */
export function queryOf(entries: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(entries))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
