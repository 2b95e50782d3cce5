import { adminInvoicesQuerySchema, adminInvoicesReplySchema } from '#contracts/calls/billing.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { findInvoices } from '#businesses/invoices/invoices.ts'
import { transfersOf } from '#businesses/invoices/transfers.ts'
import { administrator } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { shownInvoice } from '../../billing/shown-invoice.ts'

/** Newest first. Paid ones show who confirmed them, with which reference. */
export function listInvoices(app: App, deps: Deps): void {
  app.get(
    '/api/admin/invoices',
    {
      schema: {
        tags: ['admin'],
        querystring: adminInvoicesQuerySchema,
        response: { 200: adminInvoicesReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await administrator(request, deps)
      const { limit, ...wanted } = request.query
      const rows = await findInvoices(deps.pool, { ...wanted, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const transfers = await transfersOf(
        deps.pool,
        page.map(({ id }) => id),
      )
      const invoices = page.map(async (invoice) => ({
        ...(await shownInvoice(deps.pool, deps, invoice)),
        business: { id: invoice.businessId, businessName: invoice.parties.buyer.name },
        confirmed: invoice.confirmedBy === null ? null : { by: invoice.confirmedBy, reference: invoice.reference },
        transfers: transfers.get(invoice.id) ?? [],
      }))
      return { invoices: await Promise.all(invoices), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
  )
}
