import { randomUUID } from 'node:crypto'
import type { Invoice, SubscriptionChange } from '#contracts/calls/billing.ts'
import type { Person } from '../../../../../infra/testing/people/person.ts'

export function billingCalls(admin: Person) {
  return {
    choose: (shop: Person, plan: string, cycle = 'monthly', key: string = randomUUID()) =>
      shop.write<SubscriptionChange & { perksToDelete?: number }>(
        'POST',
        `/api/business/${shop.id}/subscription`,
        { plan, cycle },
        key,
      ),
    confirm: (invoiceId: number | undefined) =>
      admin.write<{ invoice: Invoice }>('POST', `/api/admin/invoices/${invoiceId}/confirm`, { reference: 'T-1' }),
  }
}
