/** Reading with a cache: fresh for five minutes, no refetch on focus or by interval, one retry with backoff (R185, R229). */
import useSWR, { useSWRConfig, type SWRConfiguration, type SWRResponse } from 'swr'
import { useCallback } from 'react'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import type { Reply } from '#web/lib/api/reply.ts'
import { useLasting } from '#web/lib/device/use-lasting.ts'

export interface Reading<Value> {
  value: Value | undefined
  /** Set where the last attempt failed; `value` may still hold an older answer. */
  error: ApiError | undefined
  /** Where people decide on what is shown (useAdminRead): it could not be read again, and nobody knows whether it still holds. */
  stale?: boolean
  /** The value answers what was asked before this (useKept); what answers this is on its way. */
  old?: boolean
  /** Reads it again; resolves when that is over, whatever came of it. */
  retry: () => Promise<unknown>
}

/** The longest pause between two tries to read again what is shown: about a heartbeat of the live connection. */
const LONGEST_PAUSE_MS = 15_000

/** Whether a read may succeed later: not where the server has refused it. */
export const mayBeReadLater = (error: unknown): boolean => !(error instanceof ApiError) || error.outcomeUnknown

/**
 * After the one retry (R185) a read ends, unless an older answer is on the screen: that is read again until it is not old any more. `isShown`: whether
 * the path has an answer.
 */
export const retryShown =
  (isShown: (path: string) => boolean): NonNullable<SWRConfiguration['onErrorRetry']> =>
  (error, path, config, revalidate, attempt) => {
    if (attempt.retryCount <= 1 || !isShown(path))
      return readDefaults.onErrorRetry?.(error, path, config, revalidate, attempt)
    if (!mayBeReadLater(error)) return
    setTimeout(() => void revalidate(attempt), Math.min(1_000 * 2 ** (attempt.retryCount - 1), LONGEST_PAUSE_MS))
  }

/** The defaults of every read; the delay before the one retry is min(1 s x 2^n, 30 s). */
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

/** What a failed read is called. */
const asApiError = (error: unknown): ApiError | undefined =>
  error === undefined ? undefined : error instanceof ApiError ? error : new ApiError(0, 'unreadable', String(error))

/** What the cache says of one path. */
export function useReading<Value>({ data, error, mutate }: SWRResponse<Value, unknown>): Reading<Value> {
  return { value: data, error: asApiError(error), retry: () => mutate() }
}

/** One GET through the cache; a null path reads nothing (R71). */
export function useRead<Value>(path: string | null, reply: Reply<Value>): Reading<Value> {
  return useReading(useSWR<Value, unknown>(path, (wanted: string) => api.read(wanted, reply)))
}

/** As `useRead`, for figures that people act on: one that could not be read again is said to be old until it is. */
export function useFigures<Value>(path: string, reply: Reply<Value>): Reading<Value> {
  const reading = useRead(path, reply)
  return { ...reading, stale: useLasting(reading.value !== undefined && reading.error !== undefined) }
}

/**
 * Reads these paths again, wherever they are on the screen, with whatever they ask for behind a `?` or a further `/`; resolves when the
 * new answers are there (R70, R90).
 */
export function useRefresh(): (paths: readonly string[]) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (paths) => {
      // Where that fails the older answer stays; the action that asked for it has succeeded all the same.
      const isChanged = (key: unknown): boolean =>
        typeof key === 'string' &&
        paths.some((path) => key === path || key.startsWith(`${path}?`) || key.startsWith(`${path}/`))
      await mutate(isChanged).catch(() => undefined)
    },
    [mutate],
  )
}
