import { z } from 'zod'
import { confirmInvoiceSchema, confirmReplySchema } from '#contracts/calls/billing.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { confirmInvoice as confirm } from '#businesses/invoices/confirm-invoice.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { administrator } from '../../../guards/access.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { shownInvoice } from '../../billing/shown-invoice.ts'

/**
 * H36: confirms a received payment or a sent refund. Repeatable without a key. 409 after another administrator's
 * confirmation, because money may have moved twice.
 */
export function confirmInvoice(app: App, deps: Deps): void {
  app.post(
    '/api/admin/invoices/:id/confirm',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ id: userIdSchema }),
        body: confirmInvoiceSchema,
        response: { 200: confirmReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const invoiceId = request.params.id
      const by = { actor: { userId: admin.id, role: 'admin' as const }, correlationId: request.id, at: deps.now() }
      const confirmed = await inTransaction(deps.pool, (client) =>
        confirm(client, invoiceId, {
          by,
          awardsOfMonth: deps.billing.awardsOfMonth,
          confirmedBy: admin.id,
          reference: request.body?.reference ?? null,
        }),
      )
      if (confirmed.kind === 'refused') {
        if (confirmed.code === 'invoice_expired') deps.wake('mail')
        throw new ApiError(confirmed.code)
      }
      deps.businesses.forget(confirmed.invoice.businessId)
      deps.wake('events')
      return { invoice: await shownInvoice(deps.pool, deps, confirmed.invoice), message: 'Payment confirmed' }
    },
  )
}
