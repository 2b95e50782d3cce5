import type { Payment } from '#contracts/calls/billing.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * How money comes and goes. A provider says what a payer has to do, and takes note of a refund; that the money has moved is told by
 * `confirmInvoice`: by an administrator for a bank transfer, by a provider's own call for any other.
 */
export interface PaymentProvider {
  name: Payment['provider']
  /** What the payer does to pay an invoice with this number. Null where nobody is set who could be paid. */
  instructions(db: Queryable, invoice: { number: string; amountAmd: number }): Promise<Payment | null>
  /**
   * Where an invoice is paid back: starts it where the provider can, or leaves it to whoever confirms it. `amountAmd` is more than was
   * paid for `ofInvoice` alone where something had been set off in it.
   */
  refund(db: Queryable, refund: { number: string; amountAmd: number; ofInvoice: string }): Promise<void>
}
