import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { StoredInvoice } from '../invoices/invoices.ts'

export type SubscriptionOutcome =
  | { kind: 'refused'; code: ErrorCode; perksToDelete?: number }
  | {
      kind: 'awaiting_payment' | 'changed' | 'scheduled' | 'cancelled' | 'refunded'
      plan: Plan
      cycle: Cycle
      effectiveAt: Date | null
      invoice: StoredInvoice | null
    }
