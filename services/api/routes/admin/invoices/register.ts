import { z } from 'zod'
import {
  invoiceRegisterQuerySchema,
  invoiceRegisterReplySchema,
  registerFileQuerySchema,
} from '#contracts/calls/billing.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import {
  firstIssuedAt,
  momentsOfMonth,
  registerRows,
  registerSums,
} from '#businesses/invoice-register/invoice-register.ts'
import { registerWorkbook } from '#businesses/invoice-register/register-workbook.ts'
import { inSnapshot } from '#platform/postgres/transaction.ts'
import { administrator } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { limitOfPerson } from '../../../plugins/rate-limit.ts'
import { sendWorkbook, WORKBOOK_MEDIA } from '../../../http/send-workbook.ts'

const LIMIT = limitOfPerson(30, 60_000)

/** A month's sums; default: this month (H36). */
export function invoiceRegister(app: App, deps: Deps): void {
  app.get(
    '/api/admin/invoices/register',
    {
      schema: {
        tags: ['admin'],
        querystring: invoiceRegisterQuerySchema,
        response: { 200: invoiceRegisterReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administrator(request, deps)
      const now = deps.now()
      const month = request.query.month ?? yerevanMonth(now)
      const [{ charge, refund }, first] = await Promise.all([
        registerSums(deps.pool, momentsOfMonth(month)),
        firstIssuedAt(deps.pool),
      ])
      return {
        month,
        firstMonth: yerevanMonth(first ?? now),
        charges: charge,
        refunds: refund,
        netAmd: charge.settledAmd - refund.settledAmd,
      }
    },
  )
}

/** With every invoice. Rows and sums come from one snapshot. */
export function invoiceRegisterWorkbook(app: App, deps: Deps): void {
  app.get(
    '/api/admin/invoices/register.xlsx',
    {
      config: LIMIT,
      schema: {
        tags: ['admin'],
        querystring: registerFileQuerySchema,
        response: { 200: z.unknown().describe(WORKBOOK_MEDIA), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const admin = await administrator(request, deps)
      const now = deps.now()
      const { month = yerevanMonth(now), language } = request.query
      const span = momentsOfMonth(month)
      const { sums, rows } = await inSnapshot(deps.pool, async (client) => ({
        sums: await registerSums(client, span),
        rows: await registerRows(client, span),
      }))
      const table = registerWorkbook({ span, language, at: now, sums, rows })
      return sendWorkbook(reply, `hatik-invoices-${month}`, await deps.pdfs.fill(admin.id, table))
    },
  )
}
