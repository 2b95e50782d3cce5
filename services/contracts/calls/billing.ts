/** Plans, subscription and invoices (H36-H38, R155, R225, R226). Money is whole AMD. Moments are ISO 8601. */
import { z } from 'zod'
import { monthSchema } from './figures.ts'
import { INTEGER_MAX } from '../units/numbers.ts'
import { cycleSchema, planSchema } from '../pages/plans.ts'
import { languageSchema } from './session.ts'

/** R226: within how many days, in Yerevan, a yearly plan that is cancelled is refunded in full. */
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

/** How an invoice can be paid; the first provider is a bank transfer that an administrator confirms. */
export const paymentSchema = z.object({
  provider: z.literal('bank_transfer'),
  recipient: z.string(),
  bank: z.string(),
  account: z.string(),
  /** What the payer writes as the purpose: the invoice's number finds it again. */
  purpose: z.string(),
})
export type Payment = z.infer<typeof paymentSchema>

export const invoiceSchema = z.object({
  id: z.number().int(),
  /** Without gaps, for example 'HTK-2026-000001'. */
  number: z.string(),
  kind: z.enum(['charge', 'refund']),
  /** open: waits for the money; paid: it has come (or, for a refund, has gone out); cancelled: nothing is owed. */
  state: z.enum(['open', 'paid', 'cancelled']),
  /** change: a plan was chosen, and holds once it is paid, Starter in the trial from its end on; renewal: for the period after the running one (H38). */
  reason: z.enum(['change', 'renewal', 'refund']).default('change'),
  plan: planSchema,
  cycle: cycleSchema,
  /** The full price, what was set off for the unused part of the running period, and what remains to be paid. */
  priceAmd: z.number().int(),
  creditAmd: z.number().int(),
  amountAmd: z.number().int(),
  issuedAt: z.string(),
  dueAt: z.string(),
  paidAt: z.string().nullable(),
  /** The period that it pays for; null until it begins with the payment. */
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  payment: paymentSchema.nullable(),
  /** GET with ?language=am or en. */
  pdfUrl: z.string(),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** Whether the business still has to pay it. A refund is owed to the business. */
export const isOwed = ({ kind, state }: Pick<Invoice, 'kind' | 'state'>): boolean =>
  kind === 'charge' && state === 'open'

/** GET /api/business/{id}/invoices: newest first. */
export const invoicesReplySchema = z.array(invoiceSchema)
export const invoicePdfQuerySchema = z.object({ language: languageSchema.default('am') })

/** POST /api/business/{id}/subscription. The key may stand in the body (H36) or in the Idempotency-Key header. */
export const changePlanSchema = z.object({
  plan: planSchema,
  cycle: cycleSchema,
  key: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{8,128}$/)
    .optional(),
})

/** POST /api/business/{id}/subscription/cancel; the body may be missing (R201). `refund`: the yearly refund is wanted, refused with 409 after the 14 days. */
export const cancelPlanSchema = z.object({ refund: z.boolean().default(false) }).nullish()

/**
 * What a change came to:
 * `awaiting_payment`: an invoice is open, and the plan changes the moment it is paid (H38: an upgrade is at once; Starter in the trial keeps the trial).
 * `changed`: it holds now (nothing had to be paid). `scheduled`: it holds from `effectiveAt` on, the end of the running period.
 * `cancelled`: the subscription ends at `effectiveAt`. `refunded`: it has ended, and `invoice` is the refund.
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

/** POST /api/admin/invoices/{id}/confirm: the money has come, or the refund has gone out. */
export const confirmInvoiceSchema = z.object({ reference: z.string().trim().max(120).optional() }).nullish()
export const confirmReplySchema = z.object({ invoice: invoiceSchema, message: z.string() })

/**
 * GET /api/admin/invoices?search&state&before: for the administrator's list, newest first, refunds among them. `search`: each of its words stands in the
 * number, however it is spelt ('HTK-2026-000123', 'htk2026000123', '2026 123'), or in the business's name, as the invoice has it or as it is now.
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
      /** `by`: the administrator's users.id. Null before, and where nothing had to be paid. */
      confirmed: z.object({ by: z.number().int(), reference: z.string().nullable() }).nullable(),
    }),
  ),
  next: z.number().int().nullable(),
})

/** What invoices of a kind came to in a month: closing = opening + issued − withdrawn − settled. The ends are what waits for its money then. */
const registerSumsSchema = z.object({
  openingAmd: z.number().int(),
  issuedAmd: z.number().int(),
  withdrawnAmd: z.number().int(),
  /** Of bills what was paid, of refunds what was paid back: on the day on which an administrator confirmed it. */
  settledAmd: z.number().int(),
  closingAmd: z.number().int(),
})

/**
 * GET /api/admin/invoices/register?month: for the platform's own books; the default is this month in Yerevan. Of a month that is over it stays as it is.
 * `firstMonth`: that of the first invoice. `netAmd`: what was paid less what was paid back.
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

/** GET /api/admin/invoices/register.xlsx: with every invoice that was issued, cancelled or paid in the month. */
export const registerFileQuerySchema = z.object({
  month: monthSchema.optional(),
  language: languageSchema.default('am'),
})
