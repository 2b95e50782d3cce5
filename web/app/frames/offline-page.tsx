import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { useOnline } from '#web/lib/api/online.ts'
import { BrokenPage } from '../monitors/broken-page.tsx'

/** In the place of a page whose code is not here and cannot be fetched (R222). It is loaded as soon as there is a network again. */
export function OfflinePage(): ReactNode {
  const { t } = useTranslation()
  const online = useOnline()
  useEffect(() => {
    if (online) location.reload()
  }, [online])
  return (
    <BrokenPage title={t('trouble.connectionTitle')} text={t('trouble.connectionText')}>
      {/* Not a way within the app, which is broken here: the address is opened anew, and that works without a network. */}
      <a href="/dashboard" className={buttonLook('primary', 'large')}>
        {t('header.dashboard')}
      </a>
    </BrokenPage>
  )
}
