import type { ReactNode } from 'react'
import { Toaster } from '#web/components/toast.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { useTroubleToasts } from './use-trouble-toasts.ts'

/** What every page stands in. */
export function Providers({ children }: { children: ReactNode }): ReactNode {
  useTroubleToasts()
  return (
    <CrashBoundary>
      {children}
      <Toaster />
    </CrashBoundary>
  )
}
