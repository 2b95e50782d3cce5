/**
 * design.md 1, rule 6: same key and other input is 422. Within one account the stream itself remembers every key for
 * ever; across accounts (the same key sent for another buyer) this claim in Redis does, for a week. Losing Redis loses
 * only the second guard: no award is ever doubled by it, since a retry goes to the same account (decision 3).
 */
import { hash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY, idempotencyKeySchema } from '#contracts/ids.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import type { Redis } from '#platform/redis.ts'
import { ApiError } from './api-error.ts'
import { doneOrThrow, type CommandDone } from './ledger-answer.ts'

const CLAIM_SECONDS = 7 * 24 * 60 * 60
/** Longer than a call can still be carried out after its claim: the ledger begins nothing after five seconds, and the store answers soon after. */
const UNDER_WAY_MS = 20_000
/** What a claim has left when the latest call by it cannot be carried out any more. */
const NO_MORE_UNDER_WAY_MS = CLAIM_SECONDS * 1000 - UNDER_WAY_MS

/** How long a key that nothing has come of is kept from another use. Refusals take no place anywhere, and a week of any number of them would fill Redis. */
const REFUSED_MS = 15 * 60 * 1000

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
      const earlierMs = before === null ? 0 : await takeOver(redis, claim, own)
      const result = await carryOut(key)
      // The stream knows the key for another input, and Redis did not: the claim is not ours to keep.
      if (before === null && result.kind === 'refused' && result.code === 'idempotency_key_reused')
        await redis.del(claim)
      if (result.kind === 'refused' && result.code !== 'idempotency_key_reused') {
        const earlierLeftMs = Math.max(0, Math.ceil(earlierMs - (performance.now() - begunAt)))
        // That the ledger had no time says nothing about an earlier call by the key.
        const isNothing = earlierMs === 0 && result.code !== 'busy'
        // What is not known for want of Redis counts as under way.
        await giveBack(redis, claim, own, isNothing ? REFUSED_MS : NO_MORE_UNDER_WAY_MS + earlierLeftMs).catch(() => {})
        if (earlierMs > 0 && result.code !== 'busy') throw new ApiError('outcome_unknown')
      }
      return doneOrThrow(result)
    },
    isUnderWay: async (userId, key) => underWayMs(await redis.pttl(claimOf(userId, key))) > 0,
  }
}

/** The claim is the call's own from now on, for a week. How long the call that had it may still be under way, in milliseconds; 0 where it is not. */
async function takeOver(redis: Redis, claim: string, own: string): Promise<number> {
  const left = await redis.eval(
    `local left = redis.call('pttl', KEYS[1]) redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2]) return left`,
    1,
    claim,
    own,
    CLAIM_SECONDS,
  )
  return underWayMs(Number(left))
}

/** A call that was refused is under way no more, but the one that had the claim before it may be. A claim that another call has taken over since is that one's. */
async function giveBack(redis: Redis, claim: string, own: string, leftMs: number): Promise<void> {
  await redis.eval(
    `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`,
    1,
    claim,
    own,
    leftMs,
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
