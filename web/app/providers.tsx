import type { ReactNode } from 'react'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { CrashBoundary } from './monitors/crash-boundary.tsx'
import { useTroubleToasts } from './monitors/use-trouble-toasts.ts'

export function Providers({ children }: { children: ReactNode }): ReactNode {
  useTroubleToasts()
  return (
    <CrashBoundary>
      {children}
      <Toaster />
    </CrashBoundary>
  )
}
