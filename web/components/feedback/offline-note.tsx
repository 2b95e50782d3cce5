import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/words/use-format.ts'
import { Notice } from './notice.tsx'

/** Over balances and codes from the last time that there was a network; nothing otherwise. */
export function OfflineNote({ atMs }: { atMs: number | undefined }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (atMs === undefined) return null
  return (
    <Notice icon={<WifiOff className="size-5" />} title={t('offlineWallet.title')}>
      {t('offlineWallet.text', { moment: format.moment(new Date(atMs)) })}
    </Notice>
  )
}
