/** The browsers of buyers that show notifications (decision 56). */
import { randomUUID } from 'node:crypto'
import {
  PUSH_SUBSCRIPTIONS_MAX,
  pushEndpoint,
  type PushKind,
  type PushSubscribe,
} from '#contracts/calls/account/push.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

export type PushSubscription = {
  id: string
  endpoint: string
  kinds: PushKind[]
  language: Language
  /** The hashed id of its session. */
  session: string
  createdAt: Date
}

/** Of endpoints. Never change it. */
const LOCK = 7_301_956

const COLUMNS = 'id, endpoint, kinds, language, session, created_at AS "createdAt"'

/** Oldest first. */
export async function pushSubscriptionsOf(db: Queryable, userId: number): Promise<PushSubscription[]> {
  const { rows } = await db.query<PushSubscription>(
    `SELECT ${COLUMNS} FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  )
  return rows
}

/**
 * One row per endpoint: a repeat changes kinds, keys and language. A browser that somebody else used before becomes the
 * caller's, as a new row, so that nothing of before reaches it. Undefined if the session's epoch is over.
 */
export async function subscribeToPush(
  transaction: Queryable,
  { userId, epoch, session }: { userId: number; epoch: number; session: string },
  { endpoint, keys, kinds, language }: PushSubscribe,
  at: Date,
): Promise<PushSubscription | undefined> {
  // Locked: what ends all sessions meanwhile comes first and is seen, or comes after and deletes this row.
  const user = await transaction.query(
    'SELECT 1 FROM users WHERE id = $1 AND session_epoch <= $2 AND erased_at IS NULL FOR NO KEY UPDATE',
    [userId, epoch],
  )
  if (user.rowCount === 0) return undefined
  // One of two people with the same endpoint at a time, so that the row below is new or the caller's.
  await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [pushEndpoint(endpoint), LOCK])
  await transaction.query('DELETE FROM push_subscriptions WHERE endpoint = $1 AND user_id <> $2', [
    pushEndpoint(endpoint),
    userId,
  ])
  const { rows } = await transaction.query<PushSubscription>(
    `INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, kinds, language, session, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, kinds = excluded.kinds,
       language = excluded.language, session = excluded.session
     RETURNING ${COLUMNS}`,
    [randomUUID(), userId, pushEndpoint(endpoint), keys.p256dh, keys.auth, kinds, language, session, at],
  )
  await transaction.query(
    `DELETE FROM push_subscriptions WHERE id IN (
       SELECT id FROM push_subscriptions WHERE user_id = $1 AND endpoint <> $2 ORDER BY created_at DESC, id OFFSET $3)`,
    [userId, pushEndpoint(endpoint), PUSH_SUBSCRIPTIONS_MAX - 1],
  )
  return rows[0]
}

/** Repeatable. */
export async function unsubscribeFromPush(db: Queryable, userId: number, id: string): Promise<void> {
  await db.query('DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2', [userId, id])
}

/** With their sessions. `sessions`: hashed ids. */
export async function endPushOfSessions(db: Queryable, sessions: readonly string[]): Promise<void> {
  await db.query('DELETE FROM push_subscriptions WHERE session = ANY($1)', [sessions])
}
