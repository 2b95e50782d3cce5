import type { ReactNode } from 'react'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { BuyerDisplay } from '#web/features/counter/buyer-display/buyer-display.tsx'

/** Needs no session: it shows only what a counter in the same browser tells it. */
export default function CounterDisplayPage(): ReactNode {
  return (
    <>
      <PageHead />
      <BuyerDisplay />
    </>
  )
}
