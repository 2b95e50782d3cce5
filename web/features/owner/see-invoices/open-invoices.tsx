import { useEffect, type ReactNode, type RefObject } from 'react'
import { isOwed } from '#contracts/calls/billing.ts'
import { readsAfterBilling, useInvoices } from '#web/lib/calls/billing.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { OpenInvoice } from './open-invoice.tsx'

export interface OpenInvoicesProps {
  businessId: number
  /** Gets the focus after a plan was chosen. */
  place: RefObject<HTMLDivElement | null>
}

/** Poll interval (ms) while money is on its way. */
const CHECK_EVERY_MS = 30_000

/** H36. Renders nothing without an open bill. */
export function OpenInvoices({ businessId, place }: OpenInvoicesProps): ReactNode {
  const refresh = useRefresh()
  const open = useInvoices(businessId).value?.filter(isOwed) ?? []
  const isWaiting = open.length > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void refresh(readsAfterBilling(businessId)),
      CHECK_EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [isWaiting, refresh, businessId])

  if (!isWaiting) return null
  return (
    <div ref={place} tabIndex={-1} className="flex scroll-mt-4 flex-col gap-4">
      {open.map((invoice) => (
        <OpenInvoice key={invoice.id} businessId={businessId} invoice={invoice} />
      ))}
    </div>
  )
}
