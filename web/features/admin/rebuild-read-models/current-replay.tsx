import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Replay } from '#contracts/calls/staff/admin.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReasonDialog } from '#web/components/dialogs/reason-dialog.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { countDifferences } from './count-differences.ts'
import { DiffTables } from './diff-tables.tsx'
import { ReplayActions } from './replay-actions.tsx'
import { ReplayProgress } from './replay-progress.tsx'
import { useReplayStep } from './use-replay-step.ts'

export interface CurrentReplayProps {
  replay: Replay
  adminId: number
  secondAdminNeeded: boolean
}

export function CurrentReplay({ replay, adminId, secondAdminNeeded }: CurrentReplayProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { move, running } = useReplayStep()
  // A separate action, because a long comparison must not block the dialogs.
  const { move: compare } = useReplayStep()
  const [asking, setAsking] = useState<'switch' | 'discard'>()
  const { generation, state, startedBy, startedAt, reason, diff } = replay
  const close = (done: boolean): void => {
    if (done) setAsking(undefined)
  }
  return (
    <>
      <Card
        title={t('replay.currentTitle', { generation })}
        aside={<Badge tone={state === 'failed' ? 'pomegranate' : 'apricot'}>{t(`replay.states.${state}`)}</Badge>}
      >
        <p className="text-small text-ink-soft">
          {`${startedBy === null ? t('replay.byCommand') : t('replay.byAdmin', { id: startedBy })} · ${format.moment(new Date(startedAt))}`}
        </p>
        <p className="mb-4 wrap-anywhere">{reason}</p>
        <ReplayProgress replay={replay} />
        <ReplayActions
          replay={replay}
          adminId={adminId}
          onSwitch={() => setAsking('switch')}
          onDiscard={() => setAsking('discard')}
          onCompare={() => void compare({ step: 'compare' })}
        />
      </Card>
      {diff && <DiffTables diff={diff} />}
      <AlertDialog
        open={asking === 'switch'}
        title={t('replay.switchTitle', { generation })}
        description={t(switchText())}
        stay={t('admin.stay')}
        go={t('replay.switch')}
        busy={running}
        onStay={() => setAsking(undefined)}
        onGo={() => void move({ step: 'switch' }).then(close)}
      />
      <ReasonDialog
        open={asking === 'discard'}
        title={t('replay.discardTitle', { generation })}
        description={t('replay.discardText')}
        go={t('replay.discard')}
        busy={running}
        onClose={() => setAsking(undefined)}
        onGo={(why) => void move({ step: 'discard', reason: why }).then(close)}
      />
    </>
  )

  function switchText():
    | 'replay.switchSecondText'
    | 'replay.switchFirstText'
    | 'replay.switchSameText'
    | 'replay.switchText' {
    if (state === 'awaiting_second') return 'replay.switchSecondText'
    if (secondAdminNeeded) return 'replay.switchFirstText'
    return diff && countDifferences(diff.tables) === 0 ? 'replay.switchSameText' : 'replay.switchText'
  }
}
