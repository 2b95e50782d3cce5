/** Plans, subscription and invoices (H36-H38, R155, R225, R226). Money is whole AMD. */
import { z } from 'zod'
import { monthSchema } from './figures.ts'
import { INTEGER_MAX } from '../units/numbers.ts'
import { cycleSchema, planSchema } from '../pages/plans.ts'
import { languageSchema } from './account/session.ts'

/** R226: days in Yerevan with a full refund. */
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

export const paymentSchema = z.object({
  provider: z.literal('bank_transfer'),
  recipient: z.string(),
  bank: z.string(),
  account: z.string(),
  /** The invoice's number, which identifies the payment. */
  purpose: z.string(),
})
export type Payment = z.infer<typeof paymentSchema>

export const invoiceSchema = z.object({
  id: z.number().int(),
  /** Gapless: 'HTK-2026-000001'. */
  number: z.string(),
  kind: z.enum(['charge', 'refund']),
  /** paid: received or, for a refund, sent. cancelled: nothing is owed. */
  state: z.enum(['open', 'paid', 'cancelled']),
  /** change: a new plan, effective once paid (Starter: after the trial). renewal: for the next period (H38). */
  reason: z.enum(['change', 'renewal', 'refund']).default('change'),
  plan: planSchema,
  cycle: cycleSchema,
  /** Full price, credit for unused time, amount due. */
  priceAmd: z.number().int(),
  creditAmd: z.number().int(),
  amountAmd: z.number().int(),
  /** What has arrived of it; as far as it is known. Less than `amountAmd` while open. */
  receivedAmd: z.number().int().default(0),
  issuedAt: z.string(),
  dueAt: z.string(),
  paidAt: z.string().nullable(),
  /** Null until it begins with the payment. */
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  payment: paymentSchema.nullable(),
  /** With ?language=am or en. */
  pdfUrl: z.string(),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** A refund is owed to the business. */
export const isOwed = ({ kind, state }: Pick<Invoice, 'kind' | 'state'>): boolean =>
  kind === 'charge' && state === 'open'

/** GET /api/business/{id}/invoices: newest first. */
export const invoicesReplySchema = z.array(invoiceSchema)
export const invoicePdfQuerySchema = z.object({ language: languageSchema.default('am') })

/** POST /api/business/{id}/subscription. The idempotency key may be in the body (H36). */
export const changePlanSchema = z.object({
  plan: planSchema,
  cycle: cycleSchema,
  key: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{8,128}$/)
    .optional(),
})

/** POST /api/business/{id}/subscription/cancel; body optional (R201). `refund`: 409 after the 14 days. */
export const cancelPlanSchema = z.object({ refund: z.boolean().default(false) }).nullish()

/**
 * - `awaiting_payment`: effective once paid (H38).
 * - `changed`: effective now, nothing to pay.
 * - `scheduled`: from `effectiveAt`, the period's end.
 * - `cancelled`: ends at `effectiveAt`.
 * - `refunded`: ended; `invoice` is the refund.
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

/** POST /api/admin/invoices/{id}/confirm: payment received, or refund sent. */
export const confirmInvoiceSchema = z.object({ reference: z.string().trim().max(120).optional() }).nullish()

/**
 * POST /api/admin/invoices/{id}/transfers: what arrived for a charge. Together the transfers pay it exactly; 409
 * `transfer_too_high` with `missingAmd`. `reference`: the bank's.
 */
export const enterTransferSchema = z.object({
  amountAmd: z.number().int().min(1).max(INTEGER_MAX),
  reference: z.string().trim().max(120).optional(),
})
/** `missingAmd`: 0 if the invoice is paid now. */
export const transferReplySchema = z.object({ invoice: invoiceSchema, missingAmd: z.number().int() })

export const transferSchema = z.object({
  /** 0 if an earlier release confirmed the invoice: then it is what the invoice says. */
  id: z.number().int(),
  amountAmd: z.number().int(),
  reference: z.string().nullable(),
  /** users.id. */
  enteredBy: z.number().int(),
  enteredAt: z.string(),
  /** Sent back, or entered by mistake: it does not count. */
  returnedAt: z.string().nullable(),
})
export type Transfer = z.infer<typeof transferSchema>

/** POST /api/admin/invoices/{id}/transfers/{transferId}/return. */
export const returnTransferReplySchema = z.object({ message: z.string() })
export const confirmReplySchema = z.object({ invoice: invoiceSchema, message: z.string() })

/**
 * GET /api/admin/invoices?search&state&before: newest first, with refunds. `search`: words of the business's name, then
 * or now, or of the number ('htk2026000123', '2026 123').
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
      /** `by`: users.id. Null if unconfirmed or nothing was due. */
      confirmed: z.object({ by: z.number().int(), reference: z.string().nullable() }).nullable(),
      /** In the order in which they were entered. */
      transfers: z.array(transferSchema).default([]),
    }),
  ),
  next: z.number().int().nullable(),
})

/** Of charges or refunds: closing = opening + issued − withdrawn − settled. */
const registerSumsSchema = z.object({
  openingAmd: z.number().int(),
  issuedAmd: z.number().int(),
  withdrawnAmd: z.number().int(),
  /** By the day of confirmation. */
  settledAmd: z.number().int(),
  closingAmd: z.number().int(),
})

/**
 * GET /api/admin/invoices/register?month: default: this month in Yerevan; a past month never changes. `netAmd`:
 * payments less refunds.
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

/** GET /api/admin/invoices/register.xlsx: with every invoice issued, cancelled or paid in the month. */
export const registerFileQuerySchema = z.object({
  month: monthSchema.optional(),
  language: languageSchema.default('am'),
})
