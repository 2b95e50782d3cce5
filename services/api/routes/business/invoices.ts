import { z } from 'zod'
import { invoicesReplySchema } from '#contracts/calls/billing.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { invoicesOfBusiness } from '#businesses/invoices/invoices.ts'
import { ownPayingBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownInvoice } from '../billing/shown-invoice.ts'

/** H36: newest first; open to expired businesses, which must pay (C1). */
export function invoices(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/invoices',
    {
      config: { openToExpired: true },
      schema: {
        tags: ['billing'],
        params: z.object({ id: userIdSchema }),
        response: { 200: invoicesReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownPayingBusiness(request, deps, request.params.id)
      return Promise.all(
        (await invoicesOfBusiness(deps.pool, business.userId)).map((invoice) => shownInvoice(deps.pool, deps, invoice)),
      )
    },
  )
}
