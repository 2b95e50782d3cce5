import type { ErrorCode } from '#contracts/errors.ts'
import type { Cycle, Plan } from '#contracts/plans.ts'
import type { StoredInvoice } from './invoices.ts'

/** Result of choosing, cancelling or refunding a plan. */
export type SubscriptionOutcome =
  | { kind: 'refused'; code: ErrorCode; perksToDelete?: number }
  | {
      kind: 'awaiting_payment' | 'changed' | 'scheduled' | 'cancelled' | 'refunded'
      plan: Plan
      cycle: Cycle
      effectiveAt: Date | null
      invoice: StoredInvoice | null
    }
