import type { ReactNode } from 'react'
import { BackLink } from '#web/components/brand/back-link.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useUser } from '#web/lib/session/session.ts'
import { BusinessFrame } from './business-frame.tsx'
import { NothingHere } from './nothing-here.tsx'

export interface BusinessOnlyProps {
  title: string
  back: { to: string; label: string }
  children: (businessId: number) => ReactNode
}

/** For businesses only. */
export function BusinessOnly({ title, back, children }: BusinessOnlyProps): ReactNode {
  const user = useUser()
  if (user === undefined) return <LoadingScreen />
  if (user?.role !== 'business') return <NothingHere />
  return (
    <ReadProvider userId={user.id}>
      <BusinessFrame>
        <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pb-4 sm:px-6">
          <PageHead title={title} />
          <div className="flex flex-col items-start gap-1">
            <BackLink to={back.to}>{back.label}</BackLink>
            <h1 className="text-title font-bold">{title}</h1>
          </div>
          {children(user.id)}
        </div>
      </BusinessFrame>
    </ReadProvider>
  )
}
