import { ChevronDown, CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjections, useQueues, useReadiness } from '#web/lib/calls/staff/admin-system.ts'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import { Card } from '#web/components/lists/card.tsx'
import type { Reading } from '#web/lib/reads/read.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { LastBackup, useBackupFault } from './last-backup.tsx'
import { QueuesCard } from './queues-card.tsx'
import { ReadModelsCard } from './read-models-card.tsx'
import { READY_PARTS, ReadinessCard } from './readiness-card.tsx'
import { useLagWords } from './use-lag-words.ts'

const LOOKS = {
  unknown: { Icon: Hourglass, look: 'text-ink-soft' },
  well: { Icon: CircleCheck, look: 'text-leaf-text' },
  late: { Icon: Hourglass, look: 'text-apricot-text' },
  faulty: { Icon: CircleAlert, look: 'text-alarm-text' },
} as const

/** The state of the system in one line; its parts are in the details (H30). */
export function SystemState({ backup }: { backup: Overview['backup'] }): ReactNode {
  const { t } = useTranslation()
  const { tone, line } = useStateLine(backup)
  const { Icon, look } = LOOKS[tone]
  return (
    <details className="group/state">
      <summary
        data-testid="system-state"
        className="flex min-h-14 cursor-pointer list-none items-center gap-x-3 rounded-card border border-line bg-surface px-5 py-3 sm:px-6"
      >
        <Icon aria-hidden className={classNames('size-5 shrink-0', look)} />
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 wrap-anywhere">
          <span className="font-bold">{t('adminSystem.stateTitle')}</span>
          <span className={classNames('font-medium', look)}>{line}</span>
        </span>
        <span className="inline-flex items-center gap-1.5 text-small font-semibold text-ink-soft">
          <span className="max-sm:sr-only">{t('adminSystem.details')}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open/state:rotate-180" />
        </span>
      </summary>
      <div className="mt-4 flex flex-col gap-4">
        {backup !== undefined && (
          <Card title={t('adminSystem.backup.title')}>
            <LastBackup backup={backup} />
          </Card>
        )}
        <ReadinessCard />
        <ReadModelsCard />
        <QueuesCard />
      </div>
    </details>
  )
}

/** Only fresh replies count: of a stale one nobody knows whether it still holds. */
const fresh = <Value,>({ value, stale, error }: Reading<Value>): Value | undefined =>
  stale || error !== undefined ? undefined : value

function useStateLine(backup: Overview['backup']): { tone: keyof typeof LOOKS; line: string } {
  const { t } = useTranslation()
  const format = useFormat()
  const lagWords = useLagWords()
  const backupFault = useBackupFault(backup)
  const readings = [useReadiness(), useProjections(), useQueues()] as const
  const [ready, models, jobs] = [fresh(readings[0]), fresh(readings[1]), fresh(readings[2])]
  const of = (part: string, state: string): string =>
    t('adminSystem.stateOf', { part, state: state.toLocaleLowerCase() })

  const silent = READY_PARTS.filter(
    (name) => ready?.[name].ok === false && !(name === 'projection' && models?.stoppedBy),
  )
  const failed = jobs?.reduce((sum, queue) => sum + queue.failed, 0) ?? 0
  const faults = [
    ...silent.map((name) => of(t(`adminSystem.parts.${name}`), t('adminSystem.silent'))),
    ...(models?.stoppedBy ? [of(t('adminSystem.readModelsTitle'), t('adminSystem.stopped'))] : []),
    ...(failed > 0
      ? [of(t('adminSystem.queuesTitle'), t('adminSystem.failedJobs', { jobs: format.integer(failed) }))]
      : []),
    ...(backupFault ? [of(t('adminSystem.backup.title'), t(`adminSystem.backup.${backupFault}Short`))] : []),
  ]
  if (faults.length > 0) return { tone: 'faulty', line: faults.join(' · ') }
  if (ready && models && jobs) {
    if (models.caughtUp) return { tone: 'well', line: t('adminSystem.allWell') }
    return { tone: 'late', line: of(t('adminSystem.readModelsTitle'), lagWords(models)) }
  }
  const isLost = readings.some(({ stale, error }) => stale || error !== undefined)
  return isLost
    ? { tone: 'faulty', line: t('adminSystem.unknown') }
    : { tone: 'unknown', line: t('adminSystem.checking') }
}
