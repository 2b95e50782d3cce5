/** Reading with a cache: fresh for five minutes, no refetch on focus or by interval, one retry with backoff (R185, R229). */
import useSWR, { useSWRConfig, type SWRConfiguration, type SWRResponse } from 'swr'
import { useCallback } from 'react'
import { ApiError } from './api-error.ts'
import { api } from './api.ts'
import type { Reply } from './reply.ts'

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

/** The defaults of every read; the delay before the one retry is min(1 s x 2^n, 30 s). */
export const readDefaults: SWRConfiguration = {
  dedupingInterval: 5 * 60_000,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  onErrorRetry: (error, _path, _config, revalidate, { retryCount }) => {
    const refused = error instanceof ApiError && !error.outcomeUnknown
    if (refused || retryCount > 1) return
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
