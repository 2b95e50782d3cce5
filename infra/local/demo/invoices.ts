/** The café's paid and open invoices, made by the functions behind the API, so that they are consistent. */
import { confirmInvoice } from '#businesses/invoices/confirm-invoice.ts'
import { changeSubscription } from '#businesses/plans/change-subscription.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { Step } from './history.ts'

const HOUR_MS = 60 * 60 * 1000

type Bills = { cafe: number; admin: number; now: Date; timeOf: (at: Date) => Date }

/** Each is an idempotent transaction. */
export function invoiceSteps(pool: Pool, { cafe, admin, now, timeOf }: Bills): Step[] {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const by = (userId: number, role: 'business' | 'admin', key: string, at: Date) => ({
    commandId: commandIdOf(ledgerIds, userId, key),
    actor: { userId, role },
    correlationId: key,
    at: timeOf(at),
  })
  // Prime has no limit, so the number is unused.
  const awardsOfMonth = async () => 0
  /** Only if the café has `before` invoices. */
  const choose = (before: number, cycle: 'monthly' | 'yearly', key: string, at: Date): Step => ({
    at,
    take: () =>
      inTransaction(pool, async (client) => {
        if ((await client.query('SELECT FROM invoices WHERE business_id = $1', [cafe])).rowCount !== before) return
        const deps = { provider: bankTransfer, awardsOfMonth, recording: by(cafe, 'business', key, at) }
        const outcome = await changeSubscription(client, cafe, { plan: 'prime', cycle }, deps)
        if (outcome.kind !== 'awaiting_payment' || !outcome.invoice)
          throw new Error(`Creating the demo's invoice failed: ${outcome.kind}`)
      }),
  })
  const pay: Step = {
    at: hoursAgo(47),
    take: () =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ id: number; open: boolean }>(
          'SELECT id, paid_at IS NULL AS open FROM invoices WHERE business_id = $1 ORDER BY id LIMIT 1',
          [cafe],
        )
        const [first] = rows
        if (!first?.open) return
        await confirmInvoice(client, first.id, {
          by: by(admin, 'admin', 'demo.1.confirm.1', hoursAgo(47)),
          awardsOfMonth,
          confirmedBy: admin,
          reference: 'demo',
        })
      }),
  }
  return [choose(0, 'monthly', 'demo.1.plan.1', hoursAgo(72)), pay, choose(1, 'yearly', 'demo.1.plan.2', hoursAgo(1))]
}
