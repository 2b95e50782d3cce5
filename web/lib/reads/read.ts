/** Cached reads: fresh for five minutes, no refetch on focus or by interval, one retry with backoff (R185, R229). */
import useSWR, { useSWRConfig, type SWRConfiguration, type SWRResponse } from 'swr'
import { useCallback } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import type { Reply } from '#web/lib/api/reply.ts'
import { useLasting } from '#web/lib/device/use-lasting.ts'

export interface Reading<Value> {
  value: Value | undefined
  /** Of the last attempt; `value` may still hold an older reply. */
  error: ApiError | undefined
  /** Refreshing failed, and people decide on this value. */
  stale?: boolean
  /** The value is the previous question's reply (useKept), until this one's arrives. */
  old?: boolean
  /** Resolves also if reading fails. */
  retry: () => Promise<unknown>
}

/** Longest pause between refreshes of a stale value, about a live heartbeat. */
const LONGEST_PAUSE_MS = 15_000

/** False for a refusal, which a retry would repeat. */
export const mayBeReadLater = (error: unknown): boolean => !(error instanceof ApiError) || error.outcomeUnknown

/** After the one retry (R185), keeps retrying only while an older reply is on screen. */
export const retryShown =
  (isShown: (path: string) => boolean): NonNullable<SWRConfiguration['onErrorRetry']> =>
  (error, path, config, revalidate, attempt) => {
    if (attempt.retryCount <= 1 || !isShown(path))
      return readDefaults.onErrorRetry?.(error, path, config, revalidate, attempt)
    if (!mayBeReadLater(error)) return
    setTimeout(() => void revalidate(attempt), Math.min(1_000 * 2 ** (attempt.retryCount - 1), LONGEST_PAUSE_MS))
  }

/** The delay before the one retry is min(1 s x 2^n, 30 s). */
export const readDefaults: SWRConfiguration = {
  dedupingInterval: 5 * 60_000,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  onErrorRetry: (error, _path, _config, revalidate, { retryCount }) => {
    if (!mayBeReadLater(error) || retryCount > 1) return
    setTimeout(() => void revalidate({ retryCount }), Math.min(1_000 * 2 ** (retryCount - 1), 30_000))
  },
}

const asApiError = (error: unknown): ApiError | undefined =>
  error === undefined ? undefined : error instanceof ApiError ? error : new ApiError(0, 'unreadable', String(error))

export function useReading<Value>({ data, error, mutate }: SWRResponse<Value, unknown>): Reading<Value> {
  return { value: data, error: asApiError(error), retry: () => mutate() }
}

/** A null path reads nothing (R71). */
export function useRead<Value>(path: string | null, reply: Reply<Value>): Reading<Value> {
  return useReading(useSWR<Value, unknown>(path, (wanted: string) => api.read(wanted, reply)))
}

/** As `useRead`, for figures that people act on: `stale` after a failed refresh. */
export function useFigures<Value>(path: string, reply: Reply<Value>): Reading<Value> {
  const reading = useRead(path, reply)
  return { ...reading, stale: useLasting(reading.value !== undefined && reading.error !== undefined) }
}

/**
 * Refreshes these paths wherever they are on screen, including queries and subpaths; resolves when the replies have
 * arrived (R70, R90).
 */
export function useRefresh(): (paths: readonly string[]) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (paths) => {
      // A failed refresh keeps the older reply; the action itself has succeeded.
      const isChanged = (key: unknown): boolean =>
        typeof key === 'string' &&
        paths.some((path) => key === path || key.startsWith(`${path}?`) || key.startsWith(`${path}/`))
      await mutate(isChanged).catch(() => undefined)
    },
    [mutate],
  )
}
