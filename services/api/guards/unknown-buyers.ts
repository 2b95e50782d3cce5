import { LRUCache } from 'lru-cache'
import { ApiError } from '../http/api-error.ts'

/** As for lookups (H16): enough for a queue of customers, too few to enumerate codes. */
const PER_MINUTE = 120
const BUSINESSES_KEPT = 10_000

export type UnknownBuyers = {
  /** Throws 'too_many_attempts' before the lookup, or after it if a burst reached the limit meanwhile. */
  look<T>(businessId: number, find: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * H16: awards with a used idempotency key reveal whether a code exists, so unknown codes are counted. Per process, so
 * that awards wait for nothing; several processes allow several times as many.
 */
export function createUnknownBuyers({
  enabled,
  perMinute = PER_MINUTE,
}: {
  enabled: boolean
  perMinute?: number
}): UnknownBuyers {
  const missed = new LRUCache<number, { times: number }>({ max: BUSINESSES_KEPT, ttl: 60_000 })
  const refuseGuessing = (businessId: number): void => {
    if ((missed.get(businessId)?.times ?? 0) < perMinute) return
    throw new ApiError('too_many_attempts', {
      retryAfterSeconds: Math.max(1, Math.ceil(missed.getRemainingTTL(businessId) / 1_000)),
    })
  }
  return {
    async look(businessId, find) {
      if (!enabled) return find()
      refuseGuessing(businessId)
      const found = await find()
      refuseGuessing(businessId)
      if (found !== undefined) return found
      const count = missed.get(businessId)
      if (count) count.times += 1
      else missed.set(businessId, { times: 1 })
      return undefined
    },
  }
}
