/**
 * Sends ordered notifications. Each row ends as sent or given up. A worker killed between sending and recording sends
 * again; the topic and the tag, both of the cause, let the repeat replace the first.
 */
import type { PushKind, PushMessage } from '#contracts/calls/account/push.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { PushRefused, topicOf, type PushService } from '#platform/push/push-service.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { pushWords, type PushFacts } from './push-words.ts'

/** Sent at once, so that one slow push service does not stop the others. */
const BATCH = 20
/** Longer than a sending may take: then another worker assumes that this one was killed. */
const CLAIM_MS = 60_000
/** Before each retry. */
const WAIT_MS = [15_000, 60_000, 300_000, 900_000]

export type PushSource = {
  /** The name that people see; undefined once it has closed. */
  businessName(db: Queryable, businessId: number): Promise<string | undefined>
  /** Undefined once the code is settled. `takesPart`: the business accepts codes now. */
  waitingCode(db: Queryable, redemptionId: string): Promise<{ businessName: string; takesPart: boolean } | undefined>
}

export type PushRound = { sent: number; givenUp: number; putOff: number; gone: number }

export type SendingPushes = {
  now: () => Date
  onFailed: (error: PushRefused) => void
  signal?: AbortSignal
}

type Claimed = {
  subscriptionId: string
  cause: string
  kind: PushKind
  facts: Record<string, string | number>
  usefulUntil: Date
  attempts: number
  endpoint: string
  p256dh: string
  auth: string
  language: Language
  wanted: boolean
}

/** Until nothing is due. Several workers may run. Throws PostgreSQL's errors. */
export async function sendDuePushes(
  pool: Pool,
  service: PushService,
  source: PushSource,
  { now, onFailed, signal }: SendingPushes,
): Promise<PushRound> {
  const round: PushRound = { sent: 0, givenUp: 0, putOff: 0, gone: 0 }
  while (!signal?.aborted) {
    const claimed = await claimDue(pool, now())
    if (claimed.length === 0) return round
    const ends = await Promise.allSettled(claimed.map((push) => sendOne(pool, service, source, push, now, onFailed)))
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason
      round[end.value] += 1
    }
  }
  return round
}

/** Puts the rows off before they are sent, without a transaction that stays open meanwhile. */
async function claimDue(db: Queryable, now: Date): Promise<Claimed[]> {
  const { rows } = await db.query<Claimed>(
    `UPDATE push_deliveries d SET attempts = d.attempts + 1, next_attempt_at = $2
     FROM (SELECT subscription_id, cause FROM push_deliveries WHERE state = 'waiting' AND next_attempt_at <= $1
           ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) due
     JOIN push_subscriptions s ON s.id = due.subscription_id
     WHERE d.subscription_id = due.subscription_id AND d.cause = due.cause
     RETURNING d.subscription_id AS "subscriptionId", d.cause, d.kind, d.facts, d.useful_until AS "usefulUntil", d.attempts,
       s.endpoint, s.p256dh, s.auth, s.language, d.kind = ANY(s.kinds) AS wanted`,
    [now, new Date(now.getTime() + CLAIM_MS)],
  )
  return rows
}

async function sendOne(
  pool: Pool,
  service: PushService,
  source: PushSource,
  push: Claimed,
  now: () => Date,
  onFailed: (error: PushRefused) => void,
): Promise<keyof PushRound> {
  const secondsLeft = Math.ceil((push.usefulUntil.getTime() - now().getTime()) / 1000)
  const facts = push.wanted && secondsLeft > 0 ? await factsOf(pool, source, push) : undefined
  if (!facts) return end(pool, push, 'given_up', now())
  const topic = topicOf(push.cause)
  const message = { ...pushWords(facts, push.language), tag: topic, lang: LANG[push.language], path: '/dashboard' }
  try {
    const outcome = await service.send(push, JSON.stringify(message satisfies PushMessage), {
      ttlSeconds: secondsLeft,
      topic,
    })
    if (outcome === 'taken') return await end(pool, push, 'sent', now())
    // Only what was sent to: the person may have subscribed again meanwhile.
    await pool.query('DELETE FROM push_subscriptions WHERE id = $1 AND p256dh = $2', [push.subscriptionId, push.p256dh])
    return 'gone'
  } catch (error) {
    if (!(error instanceof PushRefused)) throw error
    onFailed(error)
    const waitMs = WAIT_MS[push.attempts - 1]
    if (error.permanent || waitMs === undefined) return end(pool, push, 'given_up', now())
    await pool.query(
      `UPDATE push_deliveries SET next_attempt_at = $3 WHERE subscription_id = $1 AND cause = $2 AND state = 'waiting'`,
      [push.subscriptionId, push.cause, new Date(now().getTime() + waitMs)],
    )
    return 'putOff'
  }
}

/** BCP 47. */
const LANG: Record<Language, string> = { am: 'hy', en: 'en' }

/** From current data; undefined if there is nothing to tell any more. */
async function factsOf(db: Queryable, source: PushSource, { kind, facts }: Claimed): Promise<PushFacts | undefined> {
  if (kind === 'code') {
    const code = await source.waitingCode(db, String(facts['redemptionId']))
    return code?.takesPart ? { kind, businessName: code.businessName, lastDay: String(facts['lastDay']) } : undefined
  }
  const businessName = await source.businessName(db, Number(facts['businessId']))
  if (businessName === undefined) return undefined
  return { kind, businessName, tenths: Number(facts['tenths']), balanceTenths: Number(facts['balanceTenths']) }
}

/** Changes nothing if the person has been erased meanwhile. */
async function end(
  db: Queryable,
  { subscriptionId, cause }: Claimed,
  state: 'sent' | 'given_up',
  at: Date,
): Promise<'sent' | 'givenUp'> {
  const ended = await db.query(
    `UPDATE push_deliveries SET state = $3, ended_at = $4, facts = '{}' WHERE subscription_id = $1 AND cause = $2 AND state = 'waiting'`,
    [subscriptionId, cause, state, at],
  )
  if (state === 'sent' && ended.rowCount === 1)
    await db.query('UPDATE push_subscriptions SET last_success_at = $2 WHERE id = $1', [subscriptionId, at])
  return state === 'sent' ? 'sent' : 'givenUp'
}

/** Longer than an award can be told, so that none is ordered again. */
const KEPT_DAYS = 30

/** Chore. Returns how many were deleted. */
export async function dropOldPushes(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM push_deliveries WHERE ended_at < $1::timestamptz - make_interval(days => ${KEPT_DAYS})`,
    [now],
  )
  return rowCount ?? 0
}
