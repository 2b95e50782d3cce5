/**
 * Renews verification links that expired before their mail went out, as during a mail outage. A link that was sent but
 * not opened is never renewed (decision 35).
 */
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { orderVerification } from './sign-up.ts'
import { newToken, VERIFICATION_MS } from '../tokens.ts'

const BATCH = 100

/**
 * Random order keeps failing rows from starving others. Several may run, because each locks the user row. Throws after
 * the round if some failed.
 */
export async function renewLateLinks(pool: Pool, { secret, now }: { secret: string; now: Date }): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT u.id FROM users u LEFT JOIN business_profiles p ON p.user_id = u.id,
       LATERAL (SELECT state, failure, useful_until FROM mail_outbox m WHERE m.user_id = u.id AND m.template = 'verify_email' ORDER BY m.created_at DESC LIMIT 1) AS last
     WHERE NOT u.email_verified AND u.erased_at IS NULL AND u.email_verification_expires < $1 AND coalesce(p.status, '') NOT IN ('rejected', 'closed')
       AND last.useful_until < $1 AND (last.state = 'waiting' OR (last.state = 'dropped' AND last.failure = 'too late'))
     ORDER BY random() LIMIT ${BATCH}`,
    [now],
  )
  return isolateFailures((each) =>
    each(rows, ({ id }) =>
      inTransaction(pool, async (client) => {
        const token = newToken(secret, 'verify')
        const renewed = await client.query(
          `UPDATE users SET email_verification_token = $2, email_verification_expires = $3
           WHERE id = $1 AND NOT email_verified AND erased_at IS NULL AND email_verification_expires < $4`,
          [id, token.hash, new Date(now.getTime() + VERIFICATION_MS), now],
        )
        if (renewed.rowCount !== 1) return false
        await orderVerification(client, id, token, now)
        return true
      }),
    ),
  )
}
