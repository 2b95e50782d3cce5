import { shortDigest } from '#platform/event-store/ids.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

/** More than a busy shop's customers who buy nothing in a day; one in six thousand of all codes. */
const PER_DAY = 1_000
const DAY_SECONDS = 24 * 60 * 60

/** KEYS: the day's codes. ARGV: code, limit. Returns 0, or the seconds left in the day at the limit. */
const TRY = `
  if redis.call('SADD', KEYS[1], ARGV[1]) == 1 and redis.call('SCARD', KEYS[1]) > tonumber(ARGV[2]) then
    redis.call('SREM', KEYS[1], ARGV[1])
    return redis.call('TTL', KEYS[1])
  end
  redis.call('EXPIRE', KEYS[1], ${DAY_SECONDS}, 'NX')
  return 0`

export type TriedCodes = {
  /** Counted before the business learns whether the code exists. Throws 'too_many_attempts'. */
  count(businessId: number, code: string): Promise<void>
  /** Does not wait for Redis. */
  awarded(businessId: number, code: string): void
}

/**
 * H16: limits the different buyer codes that a business may try per day without awarding points to
 * them, because limits per minute still allow trying all codes over days. The day begins with the
 * first code; only digests of codes are stored. Not rate-limiter-flexible, which counts calls and not distinct values.
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
      // If Redis loses this, the code counts for the rest of the day.
      if (enabled) redis.srem(keyOf(businessId), shortDigest(code)).catch(() => {})
    },
  }
}
