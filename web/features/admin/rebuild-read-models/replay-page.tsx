import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { ReasonDialog } from '#web/components/dialogs/reason-dialog.tsx'
import { useReplays } from '#web/lib/calls/staff/admin-replay.ts'
import { CurrentReplay } from './current-replay.tsx'
import { PastReplays } from './past-replays.tsx'
import { useReplayStep } from './use-replay-step.ts'

/** Rebuilds the read models beside the live ones (H30). */
export function ReplayPage({ adminId }: { adminId: number }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { move, running } = useReplayStep()
  return (
    <ReadingState reading={useReplays()}>
      {({ live, current, past, secondAdminNeeded }) => (
        <>
          <Card title={t('replay.liveTitle', { generation: live.generation })}>
            <p className="text-ink-soft">{t('replay.text')}</p>
            {secondAdminNeeded && <p className="mt-1 text-ink-soft">{t('replay.secondText')}</p>}
            {!current && (
              <Button className="mt-4" onClick={() => setAsking(true)}>
                {t('replay.start')}
              </Button>
            )}
          </Card>
          {current && <CurrentReplay replay={current} adminId={adminId} secondAdminNeeded={secondAdminNeeded} />}
          {past.length > 0 && <PastReplays past={past} />}
          <ReasonDialog
            open={asking}
            title={t('replay.startTitle')}
            description={t('replay.startText')}
            go={t('replay.start')}
            look="primary"
            busy={running}
            onClose={() => setAsking(false)}
            onGo={(reason) => void move({ step: 'start', reason }).then((done) => done && setAsking(false))}
          />
        </>
      )}
    </ReadingState>
  )
}
