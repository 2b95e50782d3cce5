import { orderMail, type MailOrder } from '#platform/mail/mail-outbox.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'

/** A mail that could not be delivered. In one transaction, or the worker may send it first. */
export const orderDeadMail = (
  pool: Pool,
  order: MailOrder,
  { failure, endedAt = new Date() }: { failure?: string; endedAt?: Date | string } = {},
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await orderMail(client, order)
    await client.query(`UPDATE mail_outbox SET state = 'dead', failure = $2, ended_at = $3 WHERE cause = $1`, [
      order.cause,
      failure ?? null,
      endedAt,
    ])
  })
