import { LRUCache } from 'lru-cache'
import { ApiError } from '../http/api-error.ts'

/** As many as a business may look up by themselves (H16): enough for a queue of customers, too few to walk through the codes. */
const PER_MINUTE = 120
/** Only a bound: those that asked for unknown buyers within the minute. */
const BUSINESSES_KEPT = 10_000

export type UnknownBuyers = {
  /**
   * Looks a code up for an award of this business. Throws 'too_many_attempts' where it has asked for too many within the minute that
   * nobody has: before it is looked up, and also what was found where the others of a burst were wrong meanwhile.
   */
  look<T>(businessId: number, find: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * H16, at the counter: a key that was used before says of any code whether somebody has it, and awards nothing. So the codes that nobody
 * has are counted. In this process alone: an award waits for nothing more because of it, and several processes allow several times as many.
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
