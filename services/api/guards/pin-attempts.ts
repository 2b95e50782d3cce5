import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

const TRIES = 5
const FIRST_LOCK_SECONDS = 60
const LONGEST_LOCK_SECONDS = 24 * 60 * 60

/**
 * KEYS: wrong PINs in a row, the lock. Returns 0, or the seconds to wait. Each try is counted before its PIN is
 * checked, so concurrent ones cannot pass the limit.
 */
const TRY = `
  local wait = redis.call('TTL', KEYS[2])
  if wait > 0 then return wait end
  local tries = redis.call('INCR', KEYS[1])
  redis.call('EXPIRE', KEYS[1], ${2 * LONGEST_LOCK_SECONDS})
  if tries % ${TRIES} == 0 then
    local seconds = math.min(${LONGEST_LOCK_SECONDS}, ${FIRST_LOCK_SECONDS} * 2 ^ math.min(20, tries / ${TRIES} - 1))
    redis.call('SET', KEYS[2], '', 'EX', seconds)
  end
  return 0`

type AtTill = { tillId: string; staffId: string }

export type PinAttempts = {
  /** Counts one more. Throws 429 with the seconds to wait. */
  attempt(at: AtTill): Promise<void>
  /** After the right PIN. */
  succeeded(at: AtTill): Promise<void>
}

/**
 * Five wrong PINs lock a person at one till for a minute, each further five for twice as long, up to a day. At other
 * tills the person goes on. Not rate-limiter-flexible, whose block does not double.
 */
export function createPinAttempts(redis: Redis, { enabled }: { enabled: boolean }): PinAttempts {
  const keysOf = ({ tillId, staffId }: AtTill) =>
    [`hatik:pin-tries:${tillId}:${staffId}`, `hatik:pin-locked:${tillId}:${staffId}`] as const
  return {
    async attempt(at) {
      if (!enabled) return
      const retryAfterSeconds = Number(await redis.eval(TRY, 2, ...keysOf(at)))
      if (retryAfterSeconds > 0) throw new ApiError('too_many_attempts', { retryAfterSeconds })
    },
    async succeeded(at) {
      if (enabled) await redis.del(...keysOf(at))
    },
  }
}
