/**
 * Mail outbox: a mail is a row of its cause's transaction, one per cause, sent later. No cause sends two mails, even if
 * the worker is killed:
 * - A mail being sent is a locked row; the lock dies with its worker.
 * - Before the last byte, a hand-over is recorded on another connection. If its outcome stays unknown, the mail becomes
 *   a dead letter for an administrator.
 * - A refusal deletes the hand-over, and the mail is retried.
 */
import type { Language } from '#contracts/calls/account/session.ts'
import { HAND_IN_WITHIN_MS, MailRefused, type Mailer, type Message } from './mailer.ts'
import type { Pool, PoolClient, Queryable } from '../postgres/postgres.ts'
import { everyWordIn, wordsIn } from '../postgres/sql-text.ts'

export type MailOrder = {
  /** As 'approved:7': one mail per cause. No personal data. */
  cause: string
  template: string
  userId: number
  parameters?: Record<string, string | number | null>
  /** If not the user's own. */
  language?: Language | undefined
  to?: string
  usefulUntil?: Date
}

/** Call in the causing transaction. False if the cause has its mail. */
export async function orderMail(
  transaction: Queryable,
  { cause, template, userId, parameters = {}, language, to, usefulUntil }: MailOrder,
): Promise<boolean> {
  const inserted = await transaction.query(
    `INSERT INTO mail_outbox (cause, template, user_id, parameters, language, to_address, useful_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (cause) DO NOTHING`,
    [cause, template, userId, JSON.stringify(parameters), language ?? null, to ?? null, usefulUntil ?? null],
  )
  return inserted.rowCount === 1
}

/** Drops waiting and dead mails with address and parameters. */
export async function dropMailsOf(transaction: Queryable, userId: number): Promise<void> {
  await transaction.query(
    `UPDATE mail_outbox SET state = 'dropped', ended_at = now(), to_address = NULL, parameters = '{}' WHERE user_id = $1 AND state IN ('waiting', 'dead')`,
    [userId],
  )
}

export type OrderedMail = {
  id: string
  cause: string
  template: string
  userId: number
  parameters: Record<string, string | number | null>
  language: Language | null
  to: string | null
  attempts: number
}

/** From current data; undefined without a recipient or anything to say. */
export type Compose = (db: Queryable, mail: OrderedMail) => Promise<Message | undefined>

export type MailRound = { sent: number; dropped: number; putOff: number; dead: number }

/**
 * Minutes before each retry, nearly five days in all, as mail servers do: a weekend's outage leaves no dead letters.
 */
const WAIT_MINUTES = [0.5, 2, 10, 30, 120, 360, ...Array.from({ length: 9 }, () => 720)]
/** A longer delay was scheduled by a clock that ran ahead, so the mail is due. */
const LONGEST_WAIT_MINUTES = Math.max(...WAIT_MINUTES)

/** Idle limit of these transactions: a slow mail server's reply must not be lost with the connection. */
const LOCKED_FOR_MS = HAND_IN_WITHIN_MS + 60_000

export type SendingOptions = {
  onFailed?: (mail: { id: string; template: string }, error: unknown) => void
  between?: () => Promise<unknown>
  signal?: AbortSignal
}

/**
 * Soonest expiry first; several workers may run. `between` is awaited before each mail, because a round may take hours;
 * its errors and PostgreSQL's are thrown.
 */
export async function sendDueMails(
  pool: Pool,
  mailer: Mailer,
  compose: Compose,
  { onFailed = () => {}, between = async () => {}, signal }: SendingOptions = {},
): Promise<MailRound> {
  const round: MailRound = { sent: 0, dropped: 0, putOff: 0, dead: 0 }
  while (!signal?.aborted) {
    await between()
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${LOCKED_FOR_MS}`)
      const ended = await sendNext(pool, client, mailer, compose, onFailed)
      await client.query('COMMIT')
      if (!ended) return round
      round[ended] += 1
    } catch (error) {
      broken = error as Error
      await client.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      client.release(broken)
    }
  }
  return round
}

async function sendNext(
  pool: Pool,
  client: PoolClient,
  mailer: Mailer,
  compose: Compose,
  onFailed: (mail: { id: string; template: string }, error: unknown) => void,
): Promise<keyof MailRound | undefined> {
  const { rows } = await client.query<OrderedMail & { late: boolean; handedOver: boolean }>(
    `SELECT id, cause, template, user_id AS "userId", parameters, language, to_address AS "to", attempts,
       coalesce(useful_until < now(), false) AS late, EXISTS (SELECT 1 FROM mail_handovers WHERE mail_id = id) AS "handedOver"
     FROM mail_outbox WHERE state = 'waiting' AND next_attempt_at NOT BETWEEN now() + interval '1 microsecond' AND now() + interval '${LONGEST_WAIT_MINUTES + 1} minutes'
     ORDER BY useful_until, next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  )
  const [mail] = rows
  if (!mail) return undefined
  if (mail.handedOver) return end(client, mail, 'dead', 'handed over, but the response was lost')
  if (mail.late) return end(client, mail, 'dropped', 'too late')
  let handedOver = 'no' as 'no' | 'by this' | 'by another'
  await client.query('SAVEPOINT composing')
  try {
    const message = await compose(client, mail)
    if (!message) return await end(client, mail, 'dropped', 'no longer applies')
    await mailer.send(message, async () => {
      const { rowCount } = await pool.query('INSERT INTO mail_handovers (mail_id) VALUES ($1) ON CONFLICT DO NOTHING', [
        mail.id,
      ])
      handedOver = rowCount === 1 ? 'by this' : 'by another'
      if (handedOver === 'by another') throw new Error('Another worker has handed the mail over')
    })
    return await end(client, mail, 'sent', null)
  } catch (error) {
    onFailed({ id: mail.id, template: mail.template }, error)
    await client.query('ROLLBACK TO SAVEPOINT composing')
    const refused = error instanceof MailRefused ? error : undefined
    // Another worker's hand-over stays: its mail may have arrived.
    if (handedOver === 'by another' || (handedOver === 'by this' && !refused))
      return end(client, mail, 'dead', 'handed over, but the response was lost')
    await client.query('DELETE FROM mail_handovers WHERE mail_id = $1', [mail.id])
    const waitMinutes = WAIT_MINUTES[mail.attempts]
    if (refused?.permanent || waitMinutes === undefined)
      return end(client, mail, 'dead', refused ? `refused: ${refused.replyCode}` : 'could not be sent')
    await client.query(
      `UPDATE mail_outbox SET attempts = attempts + 1, failure = $3, next_attempt_at = now() + make_interval(secs => $2) WHERE id = $1`,
      [mail.id, waitMinutes * 60, refused ? `refused: ${refused.replyCode}` : 'could not be sent'],
    )
    return 'putOff'
  }
}

type End = 'sent' | 'dropped' | 'dead'

/** Only a dead letter keeps its data, for resending; to an erased person it is dropped (H25). */
async function end(
  client: PoolClient,
  { id, userId }: OrderedMail,
  reached: End,
  failure: string | null,
): Promise<End> {
  const state = reached === 'dead' && (await hasLeft(client, userId)) ? 'dropped' : reached
  await client.query(
    `UPDATE mail_outbox SET state = $2, failure = $3, ended_at = now(), attempts = attempts + 1${state === 'dead' ? '' : ", to_address = NULL, parameters = '{}'"} WHERE id = $1`,
    [id, state, failure],
  )
  return state
}

/** For resending by an administrator. */
const DEAD_KEPT_DAYS = 30

/** Chore: drops old dead letters, whose addresses may be wrong. Returns their number. */
export async function dropOldDeadMails(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE mail_outbox SET state = 'dropped', to_address = NULL, parameters = '{}'
     WHERE state = 'dead' AND ended_at < $1::timestamptz - make_interval(days => ${DEAD_KEPT_DAYS})`,
    [now],
  )
  return rowCount ?? 0
}

/** A simultaneous erasure waits for this row, then finds it dead (dropMailsOf). */
async function hasLeft(db: Queryable, userId: number): Promise<boolean> {
  return (await db.query('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NOT NULL', [userId])).rowCount === 1
}

/** `to`: if not the user's own. */
export type DeadMail = {
  id: string
  template: string
  userId: number
  to: string | null
  attempts: number
  failure: string | null
  endedAt: Date
}

/** `search`: words of the address. `before`: id of the previous page's last mail. */
export type DeadMailSearch = {
  search?: string | undefined
  template?: string | undefined
  before?: string | undefined
  limit?: number
}

/** Newest first: unsent mails, and those that may have arrived. */
export async function deadMails(
  db: Queryable,
  { search = '', template, before, limit = 100 }: DeadMailSearch = {},
): Promise<DeadMail[]> {
  const { rows } = await db.query<DeadMail>(
    `SELECT m.id, m.template, m.user_id AS "userId", m.to_address AS "to", m.attempts, m.failure, m.ended_at AS "endedAt"
     FROM mail_outbox m LEFT JOIN users u ON u.id = m.user_id AND u.erased_at IS NULL
     WHERE m.state = 'dead' AND ($1::text IS NULL OR m.template = $1)
       AND ($2::uuid IS NULL OR (m.ended_at, m.id) < (SELECT ended_at, id FROM mail_outbox WHERE id = $2))
       AND ${everyWordIn('$3', [`''`], ['coalesce(m.to_address, u.email)'])}
     ORDER BY m.ended_at DESC, m.id DESC LIMIT $4`,
    [template ?? null, before ?? null, wordsIn(search), limit],
  )
  return rows
}

/** `since`: the oldest; null if there are none. */
export async function countDeadMails(db: Queryable): Promise<{ count: number; since: Date | null }> {
  const { rows } = await db.query<{ count: number; since: Date | null }>(
    `SELECT count(*), min(ended_at) AS since FROM mail_outbox WHERE state = 'dead'`,
  )
  return rows[0] ?? { count: 0, since: null }
}

/** Resends a dead letter, although it may have arrived. `too_late`: outdated, so it stays dead. */
export async function reviveMail(transaction: Queryable, id: string): Promise<'revived' | 'too_late' | 'not_dead'> {
  const revived = await transaction.query(
    `UPDATE mail_outbox SET state = 'waiting', attempts = 0, next_attempt_at = now() WHERE id = $1 AND state = 'dead' AND coalesce(useful_until >= now(), true)`,
    [id],
  )
  if (revived.rowCount !== 1) {
    const { rowCount } = await transaction.query(`SELECT 1 FROM mail_outbox WHERE id = $1 AND state = 'dead'`, [id])
    return rowCount === 1 ? 'too_late' : 'not_dead'
  }
  await transaction.query('DELETE FROM mail_handovers WHERE mail_id = $1', [id])
  return 'revived'
}
