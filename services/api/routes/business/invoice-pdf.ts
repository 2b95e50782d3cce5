import { z } from 'zod'
import { invoicePdfQuerySchema, isOwed } from '#contracts/calls/billing.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { invoiceOfBusiness } from '#businesses/invoices/invoices.ts'
import { invoiceText } from '#businesses/invoice-pdf/invoice-pdf.ts'
import { administrator, ownPayingBusiness, signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

const LIMIT = limitOfPerson(30, 60_000)

/** For the business itself and administrators. */
export function invoicePdf(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/invoices/:invoiceId/pdf',
    {
      config: { ...LIMIT, openToExpired: true },
      schema: {
        tags: ['billing'],
        params: z.object({ id: userIdSchema, invoiceId: userIdSchema }),
        querystring: invoicePdfQuerySchema,
        response: { 200: z.unknown().describe('application/pdf'), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { id, invoiceId } = request.params
      const user = await signedIn(request, deps)
      if (user.role === 'admin') await administrator(request, deps)
      else await ownPayingBusiness(request, deps, id)
      const invoice = await invoiceOfBusiness(deps.pool, id, invoiceId)
      if (!invoice) throw new ApiError('invoice_not_found')
      const { language } = request.query
      const payment = isOwed(invoice) ? await deps.billing.provider.instructions(deps.pool, invoice) : null
      const refunded = invoice.refunds === null ? undefined : await invoiceOfBusiness(deps.pool, id, invoice.refunds)
      const pdf = await deps.pdfs.draw(user.id, invoiceText(invoice, { language, payment, refundOf: refunded ?? null }))
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${invoice.number}-${language}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(pdf)
    },
  )
}
