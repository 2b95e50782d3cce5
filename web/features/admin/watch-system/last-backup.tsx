import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** As the alert HatikBackupMissing. */
const LATE_MS = 26 * 3_600_000

type Backup = Overview['backup']

/** `late`: the latest one succeeded, but too long ago. Undefined for an installation without scheduled backups. */
export function useBackupFault(backup: Backup): 'failed' | 'late' | undefined {
  const isLate = useNow((now) => backup?.lastAt != null && now.getTime() - new Date(backup.lastAt).getTime() > LATE_MS)
  if (!backup) return undefined
  if (!backup.ok || backup.lastAt === null) return 'failed'
  return isLate ? 'late' : undefined
}

/** One line on the scheduled backups. */
export function LastBackup({ backup }: { backup: NonNullable<Backup> | null }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const fault = useBackupFault(backup)
  const moment = (at: string) => format.moment(new Date(at))
  if (backup === null) return <p className="text-small text-ink-soft">{t('adminSystem.backup.none')}</p>
  const { endedAt, lastAt } = backup
  if (lastAt === null)
    return (
      <p className="text-small text-alarm-text">{t('adminSystem.backup.neverDone', { moment: moment(endedAt) })}</p>
    )
  if (fault === 'failed')
    return (
      <p className="text-small text-alarm-text">
        {t('adminSystem.backup.failed', { moment: moment(endedAt), last: moment(lastAt) })}
      </p>
    )
  return (
    <p className={fault ? 'text-small text-alarm-text' : 'text-small text-ink-soft'}>
      {t(fault ? 'adminSystem.backup.late' : 'adminSystem.backup.taken', { last: moment(lastAt) })}
    </p>
  )
}
