/** Who has unlocked a till. Redis drops the entry after the till's idle time; losing Redis locks all tills. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { OFFLINE_DAYS_MAX } from '#contracts/calls/counter.ts'
import { LOCKS_AFTER_SECONDS } from '#contracts/rights/staff-calls.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import type { Till } from '#businesses/staff/tills.ts'
import type { Redis } from '#platform/redis/redis.ts'

type Paired = Pick<Till, 'tillId' | 'locksAfterSeconds'> & { pairing: string }

export type TillLocks = {
  unlock(till: Paired, staffId: string): Promise<void>
  lock(till: Pick<Till, 'tillId'>): Promise<void>
  /** The person's id, if any. `isAct`: begins the idle time anew. */
  unlockedBy(till: Paired, options: { isAct: boolean }): Promise<string | undefined>
  /** Proves later that this person unlocked this till at this time (epoch ms). */
  proofOf(till: Paired, staffId: string, atMs: number): string
  /** Undefined for a proof of another till or pairing, and for one older than any award that may still be sent. */
  readProof(till: Paired, proof: string, nowMs: number): { staffId: string; atMs: number } | undefined
}

/** A till that locks after each act still needs time for it. */
const idleSeconds = ({ locksAfterSeconds }: Paired) => locksAfterSeconds || LOCKS_AFTER_SECONDS
/** An offline award's largest age, and a day of being unlocked before it. */
const PROOF_MS = (OFFLINE_DAYS_MAX + 1) * DAY_MS

export function createTillLocks(redis: Redis, { secret }: { secret: string }): TillLocks {
  const keyOf = ({ tillId }: Pick<Till, 'tillId'>) => `hatik:till-unlocked:${tillId}`
  // The pairing too: a code used anew must not find the till unlocked.
  const contentOf = ({ pairing }: Paired, staffId: string) => `${pairing} ${staffId}`
  const sign = ({ tillId, pairing }: Paired, staffId: string, atMs: number) =>
    createHmac('sha256', secret).update(`hatik:till:${tillId}.${pairing}.${staffId}.${atMs}`).digest('base64url')

  return {
    async unlock(till, staffId) {
      await redis.set(keyOf(till), contentOf(till, staffId), 'EX', idleSeconds(till))
    },
    async lock(till) {
      await redis.del(keyOf(till))
    },
    async unlockedBy(till, { isAct }) {
      const key = keyOf(till)
      const content = await (isAct ? redis.getex(key, 'EX', idleSeconds(till)) : redis.get(key))
      const [pairing, staffId] = content?.split(' ') ?? []
      return pairing === till.pairing ? staffId : undefined
    },
    proofOf: (till, staffId, atMs) => `${staffId}.${atMs}.${sign(till, staffId, atMs)}`,
    readProof(till, proof, nowMs) {
      const [staffId = '', at = '', signature = ''] = proof.split('.')
      const atMs = Number(at)
      const wanted = Buffer.from(sign(till, staffId, atMs))
      const given = Buffer.from(signature)
      if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return undefined
      return nowMs - atMs <= PROOF_MS ? { staffId, atMs } : undefined
    },
  }
}
