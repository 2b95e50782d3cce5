import { shortDigest } from '#platform/event-store/ids.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

/** Customers of a busy shop who come in a day and buy nothing are fewer; of all codes it is one in six thousand. */
const PER_DAY = 1_000
const DAY_SECONDS = 24 * 60 * 60

/** KEYS: the codes of the day. ARGV: a code, the limit. The seconds until the day is over where there is no room for it. */
const TRY = `
  if redis.call('SADD', KEYS[1], ARGV[1]) == 1 and redis.call('SCARD', KEYS[1]) > tonumber(ARGV[2]) then
    redis.call('SREM', KEYS[1], ARGV[1])
    return redis.call('TTL', KEYS[1])
  end
  redis.call('EXPIRE', KEYS[1], ${DAY_SECONDS}, 'NX')
  return 0`

export type TriedCodes = {
  /** Counts a buyer code of which the business is about to learn whether it is somebody's. Throws 'too_many_attempts'. */
  count(businessId: number, code: string): Promise<void>
  /** The code was of a customer: an award was made to it. Waits for nothing. */
  awarded(businessId: number, code: string): void
}

/**
 * H16: so many different buyer codes a business may try within a day without awarding points to them. The limits of a minute let somebody who
 * has days walk through all of them. The day begins with the first code; only digests of codes are kept.
 */
export function createTriedCodes(
  redis: Redis,
  { enabled, perDay = PER_DAY }: { enabled: boolean; perDay?: number },
): TriedCodes {
  const keyOf = (businessId: number): string => `hatik:tried-codes:${businessId}`
  return {
    async count(businessId, code) {
      if (!enabled) return
      const seconds = Number(await redis.eval(TRY, 1, keyOf(businessId), shortDigest(code), perDay))
      if (seconds !== 0) throw new ApiError('too_many_attempts', { retryAfterSeconds: Math.max(1, seconds) })
    },
    awarded(businessId, code) {
      // Where it is lost, the code goes on to count for a day.
      if (enabled) redis.srem(keyOf(businessId), shortDigest(code)).catch(() => {})
    },
  }
}
