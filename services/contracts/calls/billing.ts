/** Plans, subscription and invoices (H36-H38, R155, R225, R226). Money is whole AMD; moments are ISO 8601. */
import { z } from 'zod'
import { monthSchema } from './figures.ts'
import { INTEGER_MAX } from '../units/numbers.ts'
import { cycleSchema, planSchema } from '../pages/plans.ts'
import { languageSchema } from './session.ts'

/** R226: number of days, in Yerevan, within which a cancelled yearly plan is refunded in full. */
export const YEARLY_REFUND_DAYS = 14

/** GET /api/billing/plans: public. Null is unlimited. */
export const plansReplySchema = z.object({
  currency: z.literal('AMD'),
  plans: z.array(
    z.object({
      plan: planSchema,
      perkLimit: z.number().int().nullable(),
      transactionLimit: z.number().int().nullable(),
      monthlyAmd: z.number().int(),
      yearlyAmd: z.number().int(),
    }),
  ),
  warningShare: z.number(),
  yearlyRefundDays: z.number().int(),
  trialMonths: z.number().int(),
})
export type Plans = z.infer<typeof plansReplySchema>

/** How an invoice can be paid: by a bank transfer that an administrator confirms. */
export const paymentSchema = z.object({
  provider: z.literal('bank_transfer'),
  recipient: z.string(),
  bank: z.string(),
  account: z.string(),
  /** The payment purpose to write: the invoice's number, which identifies the payment. */
  purpose: z.string(),
})
export type Payment = z.infer<typeof paymentSchema>

export const invoiceSchema = z.object({
  id: z.number().int(),
  /** Numbered without gaps, such as 'HTK-2026-000001'. */
  number: z.string(),
  kind: z.enum(['charge', 'refund']),
  /** open: unpaid; paid: received (or, for a refund, paid out); cancelled: nothing is owed. */
  state: z.enum(['open', 'paid', 'cancelled']),
  /**
   * change: a new plan, valid once paid (Starter in the trial: from the trial's end). renewal: for the next period
   * (H38).
   */
  reason: z.enum(['change', 'renewal', 'refund']).default('change'),
  plan: planSchema,
  cycle: cycleSchema,
  /** The full price, the credit for the unused part of the running period, and the rest to pay. */
  priceAmd: z.number().int(),
  creditAmd: z.number().int(),
  amountAmd: z.number().int(),
  issuedAt: z.string(),
  dueAt: z.string(),
  paidAt: z.string().nullable(),
  /** The period paid for; null until it begins with the payment. */
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  payment: paymentSchema.nullable(),
  /** GET with ?language=am or en. */
  pdfUrl: z.string(),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** Whether the business still has to pay it. A refund is owed to the business, not by it. */
export const isOwed = ({ kind, state }: Pick<Invoice, 'kind' | 'state'>): boolean =>
  kind === 'charge' && state === 'open'

/** GET /api/business/{id}/invoices: newest first. */
export const invoicesReplySchema = z.array(invoiceSchema)
export const invoicePdfQuerySchema = z.object({ language: languageSchema.default('am') })

/**
 * POST /api/business/{id}/subscription. The idempotency key may be in the body (H36) or in the Idempotency-Key header.
 */
export const changePlanSchema = z.object({
  plan: planSchema,
  cycle: cycleSchema,
  key: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{8,128}$/)
    .optional(),
})

/**
 * POST /api/business/{id}/subscription/cancel; the body is optional (R201). `refund`: requests the yearly refund; 409
 * after the 14 days.
 */
export const cancelPlanSchema = z.object({ refund: z.boolean().default(false) }).nullish()

/**
 * The outcome of a change:
 * - `awaiting_payment`: an invoice is open, and the plan changes once it is paid (H38: an upgrade at once; Starter in
 *   the trial keeps the trial).
 * - `changed`: valid now, as nothing had to be paid.
 * - `scheduled`: valid from `effectiveAt`, the end of the running period.
 * - `cancelled`: the subscription ends at `effectiveAt`.
 * - `refunded`: the subscription has ended, and `invoice` is the refund.
 */
export const subscriptionChangeReplySchema = z.object({
  outcome: z.enum(['awaiting_payment', 'changed', 'scheduled', 'cancelled', 'refunded']),
  plan: planSchema,
  cycle: cycleSchema,
  effectiveAt: z.string().nullable(),
  invoice: invoiceSchema.nullable(),
  message: z.string(),
})
export type SubscriptionChange = z.infer<typeof subscriptionChangeReplySchema>

/** POST /api/admin/invoices/{id}/confirm: the payment was received, or the refund paid out. */
export const confirmInvoiceSchema = z.object({ reference: z.string().trim().max(120).optional() }).nullish()
export const confirmReplySchema = z.object({ invoice: invoiceSchema, message: z.string() })

/**
 * GET /api/admin/invoices?search&state&before: newest first, refunds included. `search`: every word must occur in the
 * business's name, as on the invoice or current, or in the number, in any spelling ('HTK-2026-000123', 'htk2026000123',
 * '2026 123').
 */
export const adminInvoicesQuerySchema = z.object({
  search: z.string().trim().max(100).optional(),
  state: z.enum(['open', 'paid', 'cancelled']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.coerce.number().int().positive().max(INTEGER_MAX).optional(),
})
export const adminInvoicesReplySchema = z.object({
  invoices: z.array(
    invoiceSchema.extend({
      business: z.object({ id: z.number().int(), businessName: z.string() }),
      /** `by`: the administrator's users.id. Null until confirmed, and if nothing had to be paid. */
      confirmed: z.object({ by: z.number().int(), reference: z.string().nullable() }).nullable(),
    }),
  ),
  next: z.number().int().nullable(),
})

/**
 * A month's sums of charges or of refunds: closing = opening + issued − withdrawn − settled. Opening and closing are
 * the unpaid amounts.
 */
const registerSumsSchema = z.object({
  openingAmd: z.number().int(),
  issuedAmd: z.number().int(),
  withdrawnAmd: z.number().int(),
  /** Charges paid, or refunds paid out, by the day of the administrator's confirmation. */
  settledAmd: z.number().int(),
  closingAmd: z.number().int(),
})

/**
 * GET /api/admin/invoices/register?month: for the platform's bookkeeping; default: this month in Yerevan. A past month
 * never changes; `firstMonth` is the first invoice's, and `netAmd` is payments less refunds.
 */
export const invoiceRegisterQuerySchema = z.object({ month: monthSchema.optional() })
export const invoiceRegisterReplySchema = z.object({
  month: monthSchema,
  firstMonth: monthSchema,
  charges: registerSumsSchema,
  refunds: registerSumsSchema,
  netAmd: z.number().int(),
})
export type InvoiceRegister = z.infer<typeof invoiceRegisterReplySchema>

/** GET /api/admin/invoices/register.xlsx: also lists every invoice issued, cancelled or paid in the month. */
export const registerFileQuerySchema = z.object({
  month: monthSchema.optional(),
  language: languageSchema.default('am'),
})
