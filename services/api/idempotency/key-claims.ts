/**
 * Idempotency keys of ledger commands, for once.ts. Each account's stream remembers its keys for ever; across accounts
 * (the same key for another buyer) a claim in Redis does, for a week. Losing Redis never doubles an award, since a
 * retry goes to the same account (decision 3).
 */
import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandResult } from '#ledger/command-handler.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'
import { doneOrThrow, type CommandDone } from './ledger-answer.ts'

const CLAIM_SECONDS = 7 * 24 * 60 * 60
/**
 * A call cannot run longer after its claim: an award waits at most five seconds for the merge of a claimed card, the
 * ledger starts nothing after five more, and the store answers soon after.
 */
const UNDER_WAY_MS = 20_000
/** Remaining TTL (ms) below which the latest attempt can no longer be executing. */
const NO_MORE_UNDER_WAY_MS = CLAIM_SECONDS * 1000 - UNDER_WAY_MS

/** Refusals are stored nowhere else, and a week of unlimited refusals would fill Redis. */
const REFUSED_MS = 15 * 60 * 1000

/** A refused call waits this long for an earlier one; both usually end within milliseconds. */
const EARLIER_WAIT_MS = 2_000
const EARLIER_LOOK_MS = 20

const underWayMs = (claimLeftMs: number) => Math.max(0, claimLeftMs - NO_MORE_UNDER_WAY_MS)

const digest = (text: string) => hash('sha256', text, 'base64url')

/** `input`: JSON that identifies the command; `carryOut` sends it to the ledger. */
type KeyedCommand = { userId: number; key: string; input: unknown; carryOut: () => Promise<CommandResult> }

export type Claims = {
  /**
   * Runs a command under its key, unless its user has used the key for other input. Throws 422 if
   * the key was used otherwise, the command's refusal, or 504 (unknown outcome). A refusal becomes
   * 504 while an earlier call with the key may still be executing.
   */
  run(command: KeyedCommand): Promise<CommandDone>
  /**
   * True if a call with this key and user began so recently that it may still be executing, even if
   * its caller is gone.
   */
  isUnderWay(userId: number, key: string): Promise<boolean>
}

/** A claim holds the digest of the input and the id of the latest call. */
const printOf = (claim: string) => claim.split('.')[0]

const claimOf = (userId: number, key: string) => `hatik:key:${digest(`${userId}:${key}`)}`

export function createKeyClaims(redis: Redis): Claims {
  return {
    async run({ userId, key, input, carryOut }) {
      const claim = claimOf(userId, key)
      const print = digest(JSON.stringify(input))
      const own = `${print}.${randomUUID().slice(0, 8)}`
      const begunAt = performance.now()
      const before = await redis.set(claim, own, 'EX', CLAIM_SECONDS, 'NX', 'GET')
      if (before !== null && printOf(before) !== print) throw new ApiError('idempotency_key_reused')
      const earlier = before === null ? { call: '', ms: 0 } : await takeOver(redis, claim, own)
      const result = await carryOut()
      // The stream knows the key with other input and Redis did not, so this call must not keep the
      // claim.
      if (before === null && result.kind === 'refused' && result.code === 'idempotency_key_reused')
        await redis.del(claim)
      if (result.kind === 'refused' && result.code !== 'idempotency_key_reused') {
        // A busy ledger says nothing about an earlier call.
        const isKnown = result.code !== 'busy'
        const isEarlierOver =
          earlier.ms === 0 || (isKnown && (await endedForNothing(redis, earlier).catch(() => false)))
        const earlierLeftMs = isEarlierOver ? 0 : Math.max(0, Math.ceil(earlier.ms - (performance.now() - begunAt)))
        const isNothing = isEarlierOver && isKnown
        // If Redis fails, the call counts as executing.
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

/** `ms`: how long it may still be executing. */
type EarlierCall = { call: string; ms: number }

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

/** Waits until the earlier call reports its refusal and that nothing before it is executing. */
async function endedForNothing(redis: Redis, { call, ms }: EarlierCall): Promise<boolean> {
  const until = performance.now() + Math.min(ms, EARLIER_WAIT_MS)
  for (;;) {
    if ((await redis.exists(endedOf(call))) === 1) return true
    if (performance.now() >= until) return false
    await sleep(EARLIER_LOOK_MS)
  }
}

/**
 * Shortens the claim. If another call has taken it over, `isNothing` tells that call that nothing is executing before
 * it.
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
