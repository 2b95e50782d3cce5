import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { useOnline } from '#web/lib/api/online.ts'
import { BrokenPage } from '../monitors/broken-page.tsx'

/** Replaces a page whose code is not cached (R222); reloads once there is a network. */
export function OfflinePage(): ReactNode {
  const { t } = useTranslation()
  const online = useOnline()
  useEffect(() => {
    if (online) location.reload()
  }, [online])
  return (
    <BrokenPage title={t('trouble.connectionTitle')} text={t('trouble.connectionText')}>
      {/* A plain link, because loading the address works offline, whereas navigation within the app is broken. */}
      <a href="/dashboard" className={buttonLook('primary', 'large')}>
        {t('header.dashboard')}
      </a>
    </BrokenPage>
  )
}
