import type { Payment } from '#contracts/calls/billing.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * Payment provider. `confirmInvoice` reports moved money: called by an administrator for bank transfers, else by the
 * provider.
 */
export interface PaymentProvider {
  name: Payment['provider']
  /** Null if no seller is set. */
  instructions(db: Queryable, invoice: { number: string; amountAmd: number }): Promise<Payment | null>
  /**
   * Starts a refund, or leaves it to an administrator. `amountAmd` exceeds the payment for `ofInvoice` if that set
   * something off.
   */
  refund(db: Queryable, refund: { number: string; amountAmd: number; ofInvoice: string }): Promise<void>
}
