/**
 * The café's bills: one that is paid and one that waits, made by the functions behind the API's own calls, so that nothing stands in
 * them that a person could not have brought about.
 */
import { confirmInvoice } from '#businesses/apply-payment.ts'
import { changeSubscription } from '#businesses/change-subscription.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/ids.ts'
import type { Pool } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'

const HOUR_MS = 60 * 60 * 1000

/** All of it or nothing, and once: a café that has a bill gets none. */
export async function seedInvoices(pool: Pool, { cafe, admin, now }: { cafe: number; admin: number; now: Date }): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const by = (userId: number, role: 'business' | 'admin', key: string, at: Date) => ({ commandId: commandIdOf(ledgerIds, userId, key), actor: { userId, role }, correlationId: key, at })
  // Prime has no limit of awards, so nobody asks for their number.
  const deps = { provider: bankTransfer, awardsOfMonth: async () => 0 }
  await inTransaction(pool, async (client) => {
    if ((await client.query('SELECT FROM invoices WHERE business_id = $1', [cafe])).rowCount) return
    const choose = async (cycle: 'monthly' | 'yearly', key: string, at: Date) => {
      const outcome = await changeSubscription(client, cafe, { plan: 'prime', cycle }, { ...deps, recording: by(cafe, 'business', key, at) })
      if (outcome.kind !== 'awaiting_payment' || !outcome.invoice) throw new Error(`The demo's bill came to: ${outcome.kind}`)
      return outcome.invoice.id
    }
    const first = await choose('monthly', 'demo.1.plan.1', hoursAgo(72))
    const paid = { by: by(admin, 'admin', 'demo.1.confirm.1', hoursAgo(47)), awardsOfMonth: deps.awardsOfMonth, confirmedBy: admin, reference: 'demo' }
    await confirmInvoice(client, first, paid)
    await choose('yearly', 'demo.1.plan.2', hoursAgo(1))
  })
}
