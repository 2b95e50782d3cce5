/**
 * The mail outbox. A mail is a row first, written in its cause's transaction, one per cause; the worker sends it
 * afterwards. No cause sends two mails, even if the worker is killed:
 *
 * - A mail being sent is a locked row. The lock dies with its worker, and another worker takes the mail up again.
 * - Just before the last byte, a hand-over is recorded on a separate connection. A mail with a hand-over but no known
 *   outcome may have arrived, so it becomes a dead letter for an administrator instead of being sent again.
 * - If the server refuses the mail, its hand-over is deleted and the mail is retried later.
 */
import type { Language } from '#contracts/calls/session.ts'
import { HAND_IN_WITHIN_MS, MailRefused, type Mailer, type Message } from './mailer.ts'
import type { Pool, PoolClient, Queryable } from '../postgres/postgres.ts'

export type MailOrder = {
  /** The cause and its occurrence, such as 'approved:7': one cause is one mail. No personal data. */
  cause: string
  template: string
  userId: number
  parameters?: Record<string, string | number | null>
  /** Set if it is not the user's own language or address. */
  language?: Language | undefined
  to?: string
  usefulUntil?: Date
}

/** Call with the client of the transaction that causes the mail. Returns false if this cause already has its mail. */
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

/** Drops an erased person's waiting and dead mails, including address and parameters. */
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

/** Composes the mail from current data; undefined if it has no recipient or no longer anything to say. */
export type Compose = (db: Queryable, mail: OrderedMail) => Promise<Message | undefined>

export type MailRound = { sent: number; dropped: number; putOff: number; dead: number }

/**
 * Minutes until the next attempt, by the number of attempts made; then the mail becomes a dead letter. Nearly five
 * days, as mail servers retry, so that an outage over a weekend leaves no mails to resend by hand.
 */
const WAIT_MINUTES = [0.5, 2, 10, 30, 120, 360, ...Array.from({ length: 9 }, () => 720)]
/** The longest delay. A mail put off for longer was scheduled by a clock that ran ahead, so it is due. */
const LONGEST_WAIT_MINUTES = Math.max(...WAIT_MINUTES)

/**
 * Transactions here may idle longer than elsewhere while a mail server answers; otherwise the server's reply would be
 * lost with the connection.
 */
const LOCKED_FOR_MS = HAND_IN_WITHIN_MS + 60_000

export type SendingOptions = {
  onFailed?: (mail: { id: string; template: string }, error: unknown) => void
  between?: () => Promise<unknown>
  signal?: AbortSignal
}

/**
 * Sends all due mails one by one, those that expire soonest first; several workers may run, as each mail belongs to
 * one. `between` is awaited before each mail, because a round may take hours; its errors and PostgreSQL's are thrown.
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
  if (mail.handedOver) return end(client, mail, 'dead', 'handed over, and the answer was never seen')
  if (mail.late) return end(client, mail, 'dropped', 'too late')
  let handedOver = 'no' as 'no' | 'by this' | 'by another'
  await client.query('SAVEPOINT composing')
  try {
    const message = await compose(client, mail)
    if (!message) return await end(client, mail, 'dropped', 'nothing to say')
    await mailer.send(message, async () => {
      const { rowCount } = await pool.query('INSERT INTO mail_handovers (mail_id) VALUES ($1) ON CONFLICT DO NOTHING', [
        mail.id,
      ])
      handedOver = rowCount === 1 ? 'by this' : 'by another'
      if (handedOver === 'by another') throw new Error('Another worker has handed it over')
    })
    return await end(client, mail, 'sent', null)
  } catch (error) {
    onFailed({ id: mail.id, template: mail.template }, error)
    // A mail that cannot be composed must not block the others.
    await client.query('ROLLBACK TO SAVEPOINT composing')
    const refused = error instanceof MailRefused ? error : undefined
    // The hand-over of another worker, whose lock was lost, is not deleted: its mail may have arrived.
    if (handedOver === 'by another' || (handedOver === 'by this' && !refused))
      return end(client, mail, 'dead', 'handed over, and the answer was never seen')
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

/**
 * A dead letter keeps what is needed to resend it by hand; all other mails forget it. A dead letter to an erased person
 * is dropped instead, or her last address would stay forever (H25).
 */
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

/** How long an administrator can resend a dead letter. */
const DEAD_KEPT_DAYS = 30

/** Chore: drops old dead letters with their addresses, which may be former or wrong ones. Returns their number. */
export async function dropOldDeadMails(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE mail_outbox SET state = 'dropped', to_address = NULL, parameters = '{}'
     WHERE state = 'dead' AND ended_at < $1::timestamptz - make_interval(days => ${DEAD_KEPT_DAYS})`,
    [now],
  )
  return rowCount ?? 0
}

/** An erasure during sending waits for this mail's row lock, then finds it dead (dropMailsOf). */
async function hasLeft(db: Queryable, userId: number): Promise<boolean> {
  return (await db.query('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NOT NULL', [userId])).rowCount === 1
}

/** `to`: set if it is not the user's own address. */
export type DeadMail = {
  id: string
  template: string
  userId: number
  to: string | null
  attempts: number
  failure: string | null
  endedAt: Date
}

/** Dead letters, newest first: mails that could not be sent, and mails that may have arrived unconfirmed. */
export async function deadMails(db: Queryable, limit = 100): Promise<DeadMail[]> {
  const { rows } = await db.query<DeadMail>(
    `SELECT id, template, user_id AS "userId", to_address AS "to", attempts, failure, ended_at AS "endedAt" FROM mail_outbox
     WHERE state = 'dead' ORDER BY ended_at DESC LIMIT $1`,
    [limit],
  )
  return rows
}

/**
 * Sends a dead letter again by an administrator's decision, although it may have arrived. `too_late`: its content no
 * longer holds, so it stays dead.
 */
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
