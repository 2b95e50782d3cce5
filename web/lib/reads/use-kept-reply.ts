import { useEffect, useMemo } from 'react'
import type { z } from 'zod'
import { keepReply, keptReply } from './kept-replies.ts'
import type { Reading } from './read.ts'

export interface KeptReading {
  /** When the value was read, by this device's clock; undefined unless it is an older one shown without a network. */
  keptAtMs?: number
}

/** `reading` of `path`, with the last reply on this device while there is no network. A null path keeps nothing. */
export function useKeptReply<Value, Of extends Reading<Value>>(
  reading: Of & Reading<Value>,
  { userId, path, reply }: { userId: number; path: string | null; reply: z.ZodType<Value> },
): Of & KeptReading {
  const { value, error } = reading
  useEffect(() => {
    if (path !== null && value !== undefined && error === undefined) keepReply(userId, path, value, Date.now())
  }, [userId, path, value, error, reply])

  const isAway = path !== null && value === undefined && error?.status === 0
  const kept = useMemo(() => {
    const found = isAway && path !== null ? keptReply(userId, path) : undefined
    const parsed = found && reply.safeParse(found.value)
    return parsed?.success ? { value: parsed.data, keptAtMs: found!.atMs } : undefined
  }, [isAway, userId, path, reply])
  return kept ? { ...reading, ...kept } : reading
}
