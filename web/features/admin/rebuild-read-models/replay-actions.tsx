import { Hourglass, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Replay } from '#contracts/calls/staff/admin.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'

export interface ReplayActionsProps {
  replay: Replay
  adminId: number
  onSwitch: () => void
  onDiscard: () => void
  onCompare: () => void
}

/** The second administrator confirms a switch that the first has requested. */
export function ReplayActions({ replay, adminId, onSwitch, onDiscard, onCompare }: ReplayActionsProps): ReactNode {
  const { t } = useTranslation()
  const { state, switchAskedBy } = replay
  const isOwnQuestion = switchAskedBy === adminId
  const canSwitch = state === 'ready' || (state === 'awaiting_second' && !isOwnQuestion)
  const canCompare = state === 'ready' || state === 'awaiting_second'
  const canDiscard = canCompare || state === 'building' || state === 'comparing'
  return (
    <>
      {state === 'awaiting_second' && (
        <div className="mt-4">
          {isOwnQuestion ? (
            <Notice icon={<Hourglass className="size-5" />} title={t('replay.waitsTitle')}>
              {t('replay.waitsText')}
            </Notice>
          ) : (
            <Notice icon={<UserCheck className="size-5" />} title={t('replay.asksTitle', { id: switchAskedBy ?? '—' })}>
              {t('replay.asksText')}
            </Notice>
          )}
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {canSwitch && (
          <Button onClick={onSwitch}>{t(state === 'awaiting_second' ? 'replay.sayYes' : 'replay.switch')}</Button>
        )}
        {canCompare && (
          <Button look="secondary" onClick={onCompare}>
            {t('replay.compare')}
          </Button>
        )}
        {canDiscard && (
          <Button look="alarm" onClick={onDiscard}>
            {t('replay.discard')}
          </Button>
        )}
      </div>
    </>
  )
}
