import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

const PER_MINUTE = 10
/** Longer than any look takes: what a process that died was looking at takes a place no longer than this. */
const LOOK_SECONDS = 20
/** A counter waits so long for a place, where others of the business are being looked at. */
const WAIT_MS = 3_000
const WAIT_STEP_MS = 25

const REFUSED_FOR = 'refused for '

/** KEYS: the wrong ones of the minute, those being looked at. Both together never pass the limit. */
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
   * Looks for a redemption code of this business. What is not found is a wrong code, and counted. Throws 'too_many_attempts' where ten were
   * within the minute, without looking; 'busy' where too many are being looked at to tell.
   */
  look<T>(businessId: number, find: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * H15: ten wrong redemption codes a minute for each business, then 429. Right codes cost nothing. A place is taken before the code is
 * looked at, so that any number of guesses at once are ten looks: the others wait until those have come out right or wrong.
 */
export function createWrongCodes(redis: Redis, { enabled }: { enabled: boolean }): WrongCodes {
  const keysOf = (businessId: number) =>
    [`hatik:wrong-codes:${businessId}`, `hatik:codes-looked-at:${businessId}`] as const

  /** Throws where there is none. */
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
        // Nobody knows whether it is right: it is not counted. A place that cannot be given back ends by itself.
        await redis.eval(GIVE_BACK, 2, ...keysOf(businessId)).catch(() => {})
        throw error
      }
      await redis.eval(found === undefined ? COUNT : GIVE_BACK, 2, ...keysOf(businessId))
      return found
    },
  }
}
