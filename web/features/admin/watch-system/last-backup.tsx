import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** As the alert HatikBackupMissing. */
const LATE_MS = 26 * 3_600_000

/** One line on the scheduled backups. */
export function LastBackup({ backup }: { backup: Overview['backup'] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const isLate = useNow((now) => backup?.lastAt != null && now.getTime() - new Date(backup.lastAt).getTime() > LATE_MS)
  const moment = (at: string) => format.moment(new Date(at))
  if (backup === undefined) return null
  if (backup === null) return <p className="text-small text-ink-soft">{t('adminSystem.backup.none')}</p>
  const { ok, endedAt, lastAt } = backup
  if (lastAt === null)
    return (
      <p className="text-small text-alarm-text">{t('adminSystem.backup.neverDone', { moment: moment(endedAt) })}</p>
    )
  if (!ok)
    return (
      <p className="text-small text-alarm-text">
        {t('adminSystem.backup.failed', { moment: moment(endedAt), last: moment(lastAt) })}
      </p>
    )
  return (
    <p className={isLate ? 'text-small text-alarm-text' : 'text-small text-ink-soft'}>
      {t(isLate ? 'adminSystem.backup.late' : 'adminSystem.backup.taken', { last: moment(lastAt) })}
    </p>
  )
}
