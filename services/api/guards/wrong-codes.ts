import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

const PER_MINUTE = 10
/** Longer than any lookup takes; bounds the slot of a process that died. */
const LOOK_SECONDS = 20
/** Longest wait of a till for a slot. */
const WAIT_MS = 3_000
const WAIT_STEP_MS = 25

const REFUSED_FOR = 'refused for '

/** KEYS: the minute's wrong codes, running lookups. Their sum never exceeds the limit. */
const TAKE = `
  local wrong = tonumber(redis.call('GET', KEYS[1]) or '0')
  if wrong >= ${PER_MINUTE} then return '${REFUSED_FOR}' .. redis.call('TTL', KEYS[1]) end
  if wrong + tonumber(redis.call('GET', KEYS[2]) or '0') >= ${PER_MINUTE} then return 'full' end
  redis.call('INCR', KEYS[2])
  redis.call('EXPIRE', KEYS[2], ${LOOK_SECONDS})
  return 'taken'`
const GIVE_BACK = `
  if tonumber(redis.call('GET', KEYS[2]) or '0') > 0 then redis.call('DECR', KEYS[2]) end`
const COUNT = `${GIVE_BACK}
  redis.call('INCR', KEYS[1])
  redis.call('EXPIRE', KEYS[1], 60, 'NX')`

export type WrongCodes = {
  /**
   * Throws 'too_many_attempts' after ten wrong codes in the minute, 'busy' if too many lookups are running to decide.
   */
  look<T>(businessId: number, find: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * H15: ten wrong redemption codes a minute for each business, then 429; right codes do not count.
 * Each lookup reserves a slot first, so that at most ten of any number of concurrent guesses run
 * and the others wait for their results. Not rate-limiter-flexible, which refuses instead of waiting.
 */
export function createWrongCodes(redis: Redis, { enabled }: { enabled: boolean }): WrongCodes {
  const keysOf = (businessId: number) =>
    [`hatik:wrong-codes:${businessId}`, `hatik:codes-looked-at:${businessId}`] as const

  async function take(businessId: number): Promise<void> {
    for (const until = performance.now() + WAIT_MS; ; await sleep(WAIT_STEP_MS)) {
      const answer = String(await redis.eval(TAKE, 2, ...keysOf(businessId)))
      if (answer === 'taken') return
      if (answer.startsWith(REFUSED_FOR))
        throw new ApiError('too_many_attempts', {
          retryAfterSeconds: Math.max(1, Number(answer.slice(REFUSED_FOR.length))),
        })
      if (performance.now() >= until) throw new ApiError('busy')
    }
  }

  return {
    async look<T>(businessId: number, find: () => Promise<T | undefined>) {
      if (!enabled) return find()
      await take(businessId)
      let found: T | undefined
      try {
        found = await find()
      } catch (error) {
        // The code may be right, so it is not counted. A slot that cannot be released expires.
        await redis.eval(GIVE_BACK, 2, ...keysOf(businessId)).catch(() => {})
        throw error
      }
      await redis.eval(found === undefined ? COUNT : GIVE_BACK, 2, ...keysOf(businessId))
      return found
    },
  }
}
