/**
 * design.md 1, rule 6: same key and other input is 422. Within one account the stream itself remembers every key for
 * ever; across accounts (the same key sent for another buyer) this claim in Redis does, for a week. Losing Redis loses
 * only the second guard: no award is ever doubled by it, since a retry goes to the same account (decision 3).
 */
import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY, idempotencyKeySchema } from '#contracts/units/ids.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'
import { doneOrThrow, type CommandDone } from './ledger-answer.ts'

const CLAIM_SECONDS = 7 * 24 * 60 * 60
/** Longer than a call can still be carried out after its claim: the ledger begins nothing after five seconds, and the store answers soon after. */
const UNDER_WAY_MS = 20_000
/** What a claim has left when the latest call by it cannot be carried out any more. */
const NO_MORE_UNDER_WAY_MS = CLAIM_SECONDS * 1000 - UNDER_WAY_MS

/** How long a key that nothing has come of is kept from another use. Refusals take no place anywhere, and a week of any number of them would fill Redis. */
const REFUSED_MS = 15 * 60 * 1000

/** How long a refused call waits for an equal one that began before it: they end within milliseconds of each other. */
const EARLIER_WAIT_MS = 2_000
const EARLIER_LOOK_MS = 20

const underWayMs = (claimLeftMs: number) => Math.max(0, claimLeftMs - NO_MORE_UNDER_WAY_MS)

const digest = (text: string) => hash('sha256', text, 'base64url')

export type KeyedWrites = {
  /**
   * Carries a command out under the request's key, once it is sure that its user has not used the key for anything else.
   * Throws 400 without a proper key, 422 where it was used otherwise, the command's refusal, or 504 (unknown outcome): also in the place
   * of a refusal while an earlier call by the key may still be carried out.
   */
  run(request: FastifyRequest, userId: number, carryOut: (key: string) => Promise<CommandResult>): Promise<CommandDone>
  /** Whether a call by this key and user began so lately that it may still be carried out, whatever has become of its caller. */
  isUnderWay(userId: number, key: string): Promise<boolean>
}

/** A claim holds what was asked for, and a mark of the latest call that was carried out for it. */
const printOf = (claim: string) => claim.split('.')[0]

const claimOf = (userId: number, key: string) => `hatik:key:${digest(`${userId}:${key}`)}`

export function createKeyedWrites(redis: Redis): KeyedWrites {
  return {
    async run(request, userId, carryOut) {
      const key = keyOf(request)
      const claim = claimOf(userId, key)
      const print = digest(JSON.stringify([request.routeOptions.url, request.params, request.body]))
      const own = `${print}.${randomUUID().slice(0, 8)}`
      const begunAt = performance.now()
      const before = await redis.set(claim, own, 'EX', CLAIM_SECONDS, 'NX', 'GET')
      if (before !== null && printOf(before) !== print) throw new ApiError('idempotency_key_reused')
      const earlier = before === null ? { call: '', ms: 0 } : await takeOver(redis, claim, own)
      const result = await carryOut(key)
      // The stream knows the key for another input, and Redis did not: the claim is not ours to keep.
      if (before === null && result.kind === 'refused' && result.code === 'idempotency_key_reused')
        await redis.del(claim)
      if (result.kind === 'refused' && result.code !== 'idempotency_key_reused') {
        // That the ledger had no time says nothing about an earlier call by the key.
        const isKnown = result.code !== 'busy'
        const isEarlierOver =
          earlier.ms === 0 || (isKnown && (await endedForNothing(redis, earlier).catch(() => false)))
        const earlierLeftMs = isEarlierOver ? 0 : Math.max(0, Math.ceil(earlier.ms - (performance.now() - begunAt)))
        const isNothing = isEarlierOver && isKnown
        // What is not known for want of Redis counts as under way.
        await giveBack(
          redis,
          claim,
          own,
          isNothing ? REFUSED_MS : NO_MORE_UNDER_WAY_MS + earlierLeftMs,
          isNothing,
        ).catch(() => {})
        if (!isEarlierOver && isKnown) throw new ApiError('outcome_unknown')
      }
      return doneOrThrow(result)
    },
    isUnderWay: async (userId, key) => underWayMs(await redis.pttl(claimOf(userId, key))) > 0,
  }
}

/** A call that had the claim before, and how long it may still be under way; 0 ms where it is not. */
type EarlierCall = { call: string; ms: number }

/** The claim is the call's own from now on, for a week. */
async function takeOver(redis: Redis, claim: string, own: string): Promise<EarlierCall> {
  const [left, call] = (await redis.eval(
    `local left = redis.call('pttl', KEYS[1]) local call = redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2], 'GET') return {left, call or ''}`,
    1,
    claim,
    own,
    CLAIM_SECONDS,
  )) as [number, string]
  return { call, ms: underWayMs(left) }
}

const endedOf = (call: string): string => `hatik:ended:${call}`

/** Whether the earlier call was refused, with nothing before it under way either: waits for that as long as it may take. */
async function endedForNothing(redis: Redis, { call, ms }: EarlierCall): Promise<boolean> {
  const until = performance.now() + Math.min(ms, EARLIER_WAIT_MS)
  for (;;) {
    if ((await redis.exists(endedOf(call))) === 1) return true
    if (performance.now() >= until) return false
    await sleep(EARLIER_LOOK_MS)
  }
}

/**
 * A call that was refused is under way no more, but the one that had the claim before it may be. A claim that another call has taken over since is
 * that one's; `isNothing`: it is told that nothing is under way before it.
 */
async function giveBack(redis: Redis, claim: string, own: string, leftMs: number, isNothing: boolean): Promise<void> {
  await redis.eval(
    `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2])
     elseif ARGV[3] == '1' then redis.call('set', KEYS[2], '1', 'PX', ARGV[4]) end return 0`,
    2,
    claim,
    endedOf(own),
    own,
    leftMs,
    isNothing ? '1' : '0',
    UNDER_WAY_MS,
  )
}

/** The key that a write brings. Throws 400 without one, or with one of no sense. */
export function keyOf(request: FastifyRequest): string {
  const header = request.headers[IDEMPOTENCY_KEY]
  if (header === undefined) throw new ApiError('idempotency_key_required')
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success)
    throw new ApiError('invalid_input', { issues: [{ path: IDEMPOTENCY_KEY, message: 'Invalid Idempotency-Key' }] })
  return key.data
}

/** The key of a call that may come without one: where it is there, a retry of a call whose answer was lost gets the same answer. */
export function optionalKey(request: FastifyRequest): string | undefined {
  return request.headers[IDEMPOTENCY_KEY] === undefined ? undefined : keyOf(request)
}
