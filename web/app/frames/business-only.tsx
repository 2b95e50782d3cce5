import type { ReactNode } from 'react'
import { BackLink } from '#web/components/brand/back-link.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { businessOf } from '#web/lib/session/business-of.ts'
import { useTrialExpired, useUser } from '#web/lib/session/session.ts'
import { BusinessFrame } from './business-frame.tsx'
import { ClosedToManager } from './closed-to-manager.tsx'
import { NothingHere } from './nothing-here.tsx'

export interface BusinessOnlyProps {
  title: string
  back: { to: string; label: string }
  /** Not for managers. */
  ofOwner?: boolean
  children: (businessId: number) => ReactNode
}

/** For businesses and their managers only. */
export function BusinessOnly({ title, back, ofOwner = false, children }: BusinessOnlyProps): ReactNode {
  const user = useUser()
  const expired = useTrialExpired()
  if (user === undefined) return <LoadingScreen />
  const businessId = businessOf(user)
  if (!user || businessId === undefined || (ofOwner && user.role === 'manager')) return <NothingHere />
  if (expired && user.role === 'manager') return <ClosedToManager />
  return (
    <ReadProvider userId={user.id}>
      <BusinessFrame>
        <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pb-4 sm:px-6">
          <PageHead title={title} />
          <div className="flex flex-col items-start gap-1">
            <BackLink to={back.to}>{back.label}</BackLink>
            <h1 className="text-title font-bold">{title}</h1>
          </div>
          {children(businessId)}
        </div>
      </BusinessFrame>
    </ReadProvider>
  )
}
