import { z } from 'zod'
import { enterTransferSchema, returnTransferReplySchema, transferReplySchema } from '#contracts/calls/billing.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { enterTransfer as enter } from '#businesses/invoices/confirm-invoice.ts'
import { returnTransfer as markReturned } from '#businesses/invoices/transfers.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { administrator } from '../../../guards/access.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { shownInvoice } from '../../billing/shown-invoice.ts'

/** H36, decision 64. Idempotency-Key required: two transfers may be alike. */
export function enterTransfer(app: App, deps: Deps): void {
  app.post(
    '/api/admin/invoices/:id/transfers',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ id: userIdSchema }),
        body: enterTransferSchema,
        response: { 200: transferReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const invoiceId = request.params.id
      const { amountAmd, reference = null } = request.body
      const input = { invoiceId, amountAmd, reference }
      const entered = await deps.once(request, { user: admin.id }, input, async (client) => {
        const done = await enter(client, invoiceId, {
          amountAmd,
          reference,
          by: { actor: { userId: admin.id, role: 'admin' }, correlationId: request.id, at: deps.now() },
          awardsOfMonth: deps.billing.awardsOfMonth,
          confirmedBy: admin.id,
        })
        if (done.kind === 'too_much') throw new ApiError('transfer_too_high', { missingAmd: done.missingAmd })
        if (done.kind === 'refused') {
          // Both are final, and what they wrote is to stay.
          if (done.code === 'invoice_expired' || done.code === 'invoice_not_open') return { refusal: done.code }
          throw new ApiError(done.code)
        }
        const invoice = await shownInvoice(client, deps, done.invoice)
        return {
          businessId: done.invoice.businessId,
          reply: { invoice, missingAmd: done.kind === 'paid' ? 0 : invoice.amountAmd - invoice.receivedAmd },
        }
      })
      deps.wake('events', 'mail')
      if ('refusal' in entered) throw new ApiError(entered.refusal)
      deps.businesses.forget(entered.businessId)
      return entered.reply
    },
  )
}

/** Repeatable without a key. */
export function returnTransfer(app: App, deps: Deps): void {
  app.post(
    '/api/admin/invoices/:id/transfers/:transferId/return',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ id: userIdSchema, transferId: userIdSchema }),
        response: { 200: returnTransferReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const { id: invoiceId, transferId } = request.params
      const returned = await inTransaction(deps.pool, (client) =>
        markReturned(client, { invoiceId, transferId }, { adminId: admin.id, at: deps.now() }),
      )
      if (returned.kind === 'refused') throw new ApiError(returned.code)
      return { message: 'The transfer no longer counts' }
    },
  )
}
