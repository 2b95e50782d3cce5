import { CircleCheck, Clock, OctagonAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelfCheck } from '#contracts/calls/staff/self-check.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { READS_AFTER_CHECK, runSelfCheck, useSelfCheck } from '#web/lib/calls/staff/admin-system.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { CheckRuns } from './check-runs.tsx'
import { Findings } from './findings.tsx'

/** Comparison of the ledger with the read models (H30). */
export function SelfCheckPage(): ReactNode {
  /** Id of the newest run when a check was requested; a later run is the result. */
  const [asked, setAsked] = useState<number>()
  const reading = useSelfCheck(asked !== undefined)
  const newest = reading.value?.runs[0]
  const isAnswered = asked !== undefined && newest !== undefined && newest.id > asked && newest.endedAt !== null
  if (isAnswered) setAsked(undefined)
  const isRunning = asked !== undefined || newest?.endedAt === null
  return (
    <ReadingState reading={reading}>
      {(check) => (
        <>
          <State
            check={check}
            isRunning={isRunning}
            onAsk={() => setAsked(check.runs[0]?.id ?? 0)}
            onFailed={() => setAsked(undefined)}
          />
          {check.open.length > 0 && <Findings findings={check.open} isOpen />}
          <CheckRuns runs={check.runs} />
          {check.past.length > 0 && <Findings findings={check.past} isOpen={false} />}
        </>
      )}
    </ReadingState>
  )
}

interface StateProps {
  check: SelfCheck
  isRunning: boolean
  onAsk: () => void
  onFailed: () => void
}

function State({ check, isRunning, onAsk, onFailed }: StateProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(runSelfCheck)

  async function run(scope: 'sample' | 'all'): Promise<void> {
    onAsk()
    try {
      await action.run(scope)
      toast.over(t('admin.failed'))
    } catch (error) {
      onFailed()
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_CHECK)
  }

  return (
    <Card>
      <div className="flex flex-col gap-3">
        <Result check={check} />
        {check.isLate && (
          <Notice
            tone="alarm"
            icon={<Clock className="size-5" />}
            title={t('adminSystem.checkLate', {
              moment: check.lastAt === null ? '—' : format.moment(new Date(check.lastAt)),
            })}
          >
            {t('adminSystem.checkLateText')}
          </Notice>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button busy={isRunning} onClick={() => void run('sample')}>
          {t('adminSystem.checkNow')}
        </Button>
        <Button look="secondary" busy={isRunning} onClick={() => void run('all')}>
          {t('adminSystem.checkAll')}
        </Button>
        <p role="status" className="text-small text-ink-soft">
          {isRunning ? t('adminSystem.checking') : ''}
        </p>
      </div>
    </Card>
  )
}

/** Green only after a recent check. */
function Result({ check: { openAccounts, lastAt, isLate } }: { check: SelfCheck }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const text = t('adminSystem.checkText')
  if (openAccounts > 0) {
    return (
      <Notice
        tone="alarm"
        icon={<OctagonAlert className="size-5" />}
        title={t('adminSystem.checkDiffers', { count: openAccounts, accounts: format.integer(openAccounts) })}
      >
        {text}
      </Notice>
    )
  }
  if (isLate) return null
  return lastAt === null ? (
    <Notice icon={<Clock className="size-5" />} title={t('adminSystem.noRunsTitle')}>
      {text}
    </Notice>
  ) : (
    <Notice tone="good" icon={<CircleCheck className="size-5" />} title={t('adminSystem.checkAgrees')}>
      {text}
    </Notice>
  )
}
