/**
 * Password resets and repeated verification links (R126, R128). The API only inserts a row; the worker looks up the
 * account, so that response times do not reveal it.
 */
import type { Language } from '#contracts/calls/account/session.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { orderVerification } from './verification/sign-up.ts'
import { newToken, RESET_MS, VERIFICATION_MS } from './tokens.ts'

export type MailRequest = {
  kind: 'reset_password' | 'resend_verification'
  email: string
  language: Language | undefined
}

export async function requestMail(db: Queryable, { kind, email, language }: MailRequest): Promise<void> {
  await db.query('INSERT INTO mail_requests (kind, email, language) VALUES ($1, $2, $3)', [
    kind,
    email,
    language ?? null,
  ])
}

/** Several workers may run. Locks the request before the user row, as erase.ts does. */
export async function answerMailRequests(pool: Pool, { secret, now }: { secret: string; now: Date }): Promise<number> {
  for (let answered = 0; ; answered += 1) {
    const more = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{
        id: string
        kind: MailRequest['kind']
        email: string
        language: Language | null
      }>(
        'SELECT id::text, kind, email, language FROM mail_requests ORDER BY mail_requests.id LIMIT 1 FOR UPDATE SKIP LOCKED',
      )
      const [request] = rows
      if (!request) return false
      if (request.kind === 'reset_password') await orderReset(client, request.email, request.language, secret, now)
      else await resendVerification(client, request.email, secret, now)
      await client.query('DELETE FROM mail_requests WHERE id = $1', [request.id])
      return true
    })
    if (!more) return answered
  }
}

async function orderReset(
  client: PoolClient,
  email: string,
  language: Language | null,
  secret: string,
  now: Date,
): Promise<void> {
  const token = newToken(secret, 'reset')
  const expires = new Date(now.getTime() + RESET_MS)
  const { rows } = await client.query<{ id: number }>(
    `UPDATE users SET password_reset_token = $2, password_reset_expires = $3 WHERE lower(email) = lower($1) AND erased_at IS NULL RETURNING id`,
    [email, token.hash, expires],
  )
  const userId = rows[0]?.id
  if (userId === undefined) return
  const parameters = { seed: token.seed }
  await orderMail(client, {
    cause: `reset-password:${userId}:${token.seed}`,
    template: 'reset_password',
    userId,
    parameters,
    language: language ?? undefined,
    usefulUntil: expires,
  })
}

async function resendVerification(client: PoolClient, email: string, secret: string, now: Date): Promise<void> {
  const token = newToken(secret, 'verify')
  const { rows } = await client.query<{ id: number }>(
    `UPDATE users SET email_verification_token = $2, email_verification_expires = $3
     WHERE lower(email) = lower($1) AND NOT email_verified AND erased_at IS NULL RETURNING id`,
    [email, token.hash, new Date(now.getTime() + VERIFICATION_MS)],
  )
  if (rows[0]) await orderVerification(client, rows[0].id, token, now)
}
