import { lazy, Suspense, type ReactNode } from 'react'
import { fetchPatiently } from '#web/lib/api/fetch-code.ts'

/** Loads after the page, which does not need it. */
const BusinessNav = lazy(() => fetchPatiently(() => import('./business-nav.tsx')))

/** A page of the business side, with links to all of them: beside it on a desk, in a row at the bottom elsewhere. */
export function BusinessFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col lg:flex-row lg:items-start">
      {/* As large as its content, so that nothing shifts. */}
      <div className="sticky bottom-0 z-10 order-last min-h-16 lg:top-2 lg:bottom-auto lg:order-none lg:w-26 lg:shrink-0 lg:pl-3 print:hidden">
        <Suspense>
          <BusinessNav />
        </Suspense>
      </div>
      <div className="flex w-full min-w-0 flex-1 flex-col">{children}</div>
    </div>
  )
}
