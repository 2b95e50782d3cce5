/** Reading for administrators: what they decide on is asked for anew with every screen, and, where something moves by itself, every so often. */
import useSWR from 'swr'
import { api } from './api.ts'
import { asApiError, type Reading } from './read.ts'
import type { Reply } from './reply.ts'

const SAME_SCREEN_MS = 1_000

/**
 * As `useRead`, without the five minutes. `everyMs`: after how long it is read again by itself, by the latest answer; 0 is never. A filter's last
 * answer stays until the next one is there.
 */
export function useAdminRead<Value>(path: string | null, reply: Reply<Value>, everyMs: (value: Value | undefined) => number = () => 0): Reading<Value> {
  const { data, error, mutate } = useSWR<Value, unknown>(path, (wanted: string) => api.read(wanted, reply), {
    dedupingInterval: SAME_SCREEN_MS,
    keepPreviousData: true,
    refreshInterval: everyMs,
  })
  return { value: data, error: asApiError(error), retry: () => void mutate() }
}

/** The query of an address, without what is empty. */
export function queryOf(entries: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(entries)) if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
