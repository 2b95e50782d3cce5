import { CircleAlert, Unplug } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TillReply } from '#contracts/rights/till-calls.ts'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Button, buttonLook } from '#web/components/inputs/button.tsx'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { sendWaitingAwards } from '#web/lib/outbox/use-award-outbox.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useFarewell, useUser } from '#web/lib/session/session.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { LeftAwards } from './left-awards.tsx'
import { LockScreen } from './lock-screen.tsx'
import { TillBar } from './till-bar.tsx'
import { TillLive } from './till-live.tsx'
import { askTill, useTillState, type TillState } from '#web/lib/session/till-state.ts'
import { useLocking } from './use-locking.ts'

export interface TillGateProps {
  /** The page of a browser that is no till: the owner's counter, or a sign-in. */
  otherwise: ReactNode
  /** On the lock screen, e.g. the languages. */
  corner?: ReactNode
  /** The counter, while somebody has unlocked the till or nobody has to. Reads and live updates are provided. */
  children: (till: TillReply) => ReactNode
}

/** Finds out whether this browser is a till, and lets only people of its shop to the counter. */
export function TillGate({ otherwise, corner, children }: TillGateProps): ReactNode {
  const user = useUser()
  const wasRefused = useFarewell() === 'forbidden'
  const state = useTillState()
  const isKnown = state.kind !== 'unknown' && state.kind !== 'none'
  const mayBeTill = !user && (isKnown || (wasRefused && state.kind === 'unknown'))

  useEffect(() => {
    if (mayBeTill) void askTill()
  }, [mayBeTill])

  if (!mayBeTill) return otherwise
  return (
    <Till state={state} corner={corner}>
      {children}
    </Till>
  )
}

type Inside = Pick<TillGateProps, 'corner' | 'children'>

function Till({ state, corner, children }: { state: TillState } & Inside): ReactNode {
  switch (state.kind) {
    case 'till':
      return (
        <ReadProvider userId={state.reply.businessId}>
          <OpenTill reply={state.reply} unlockedBy={state.unlocked?.staffId} corner={corner}>
            {children}
          </OpenTill>
        </ReadProvider>
      )
    case 'ended':
      return <EndedTill />
    case 'refused':
      return <RefusedTill error={state.error} />
    case 'unknown':
    case 'none':
      return <LoadingScreen />
  }
}

function OpenTill({
  reply,
  unlockedBy,
  corner,
  children,
}: { reply: TillReply; unlockedBy: string | undefined } & Inside): ReactNode {
  const { businessId, needsPin, staff } = reply
  // Also while the till is locked: waiting awards keep their person.
  useEffect(() => sendWaitingAwards(businessId), [businessId])
  const person = staff.find(({ staffId }) => staffId === unlockedBy)
  useLocking(reply, person !== undefined)
  return (
    <>
      <TillLive businessId={businessId} />
      {needsPin && !person ? (
        <LockScreen reply={reply} corner={corner} />
      ) : (
        <div className="flex flex-1 flex-col">
          {person && <TillBar till={reply.till} person={person} />}
          <div className="flex flex-1 flex-col">{children(reply)}</div>
        </div>
      )}
    </>
  )
}

function EndedTill(): ReactNode {
  const { t } = useTranslation()
  return (
    <NarrowPage announced title={t('till.endedTitle')} description={t('till.endedText')}>
      <PageHead title={t('till.endedTitle')} />
      <div className="flex flex-col gap-5">
        <LeftAwards />
        <div className="flex flex-wrap gap-3">
          <Link to="/till" className={buttonLook('primary', 'large')}>
            <Unplug aria-hidden className="size-5" />
            <span>{t('till.pairAgain')}</span>
          </Link>
          <Link to="/auth" className={buttonLook('secondary', 'large')}>
            {t('header.signIn')}
          </Link>
        </div>
      </div>
    </NarrowPage>
  )
}

function RefusedTill({ error }: { error: unknown }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const { busy, during } = useBusy()
  return (
    <NarrowPage title={t('till.refusedTitle')}>
      <PageHead title={t('till.refusedTitle')} />
      <Notice
        tone="alarm"
        icon={<CircleAlert className="size-5" />}
        title={forError(error)}
        action={
          <Button busy={busy} onClick={() => void during(askTill)}>
            {t('common.tryAgain')}
          </Button>
        }
      />
    </NarrowPage>
  )
}
