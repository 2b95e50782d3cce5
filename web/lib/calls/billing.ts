/** Plans, subscription and invoices (H36); `businessId` is its users.id. */
import { useSWRConfig } from 'swr'
import {
  invoicesReplySchema,
  subscriptionChangeReplySchema,
  type Invoice,
  type SubscriptionChange,
} from '#contracts/calls/billing.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { useRead, useRefresh, type Reading } from '#web/lib/reads/read.ts'

const path = (businessId: number, what: string): string => `/api/business/${businessId}/${what}`

export const useInvoices = (businessId: number): Reading<Invoice[]> =>
  useRead(path(businessId, 'invoices'), invoicesReplySchema)

export const readsAfterBilling = (businessId: number): string[] => [
  path(businessId, 'subscription'),
  path(businessId, 'invoices'),
  `/api/business-profile/${businessId}`,
]

/** Refreshes the dependent reads once the invoice is no longer open. Rejects with ApiError. */
export function usePaymentCheck(businessId: number): (invoiceId: number) => Promise<Invoice['state'] | undefined> {
  const { mutate } = useSWRConfig()
  const refresh = useRefresh()
  const invoicesPath = path(businessId, 'invoices')
  return async (invoiceId) => {
    const invoices = await mutate<Invoice[]>(invoicesPath, api.read(invoicesPath, invoicesReplySchema), {
      revalidate: false,
    })
    const state = invoices?.find(({ id }) => id === invoiceId)?.state
    if (state !== 'open') void refresh(readsAfterBilling(businessId))
    return state
  }
}

export const changePlan = confirmed(
  (businessId: number, body: { plan: Plan; cycle: Cycle }, key: string): Promise<SubscriptionChange> =>
    api.write({
      method: 'POST',
      path: path(businessId, 'subscription'),
      body,
      key,
      reply: subscriptionChangeReplySchema,
    }),
)

/** Cancels at the end of the period; with `refund` at once, returning the year's payment (R226). */
export const cancelPlan = confirmed(
  (businessId: number, body: { refund: boolean }, key: string): Promise<SubscriptionChange> =>
    api.write({
      method: 'POST',
      path: path(businessId, 'subscription/cancel'),
      body,
      key,
      reply: subscriptionChangeReplySchema,
    }),
)

export const invoicePdfUrl = ({ pdfUrl }: Invoice, language: Language): string => `${pdfUrl}?language=${language}`
