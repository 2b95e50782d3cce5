import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '#web/components/button.tsx'
import { SeedMark } from '#web/components/seed-mark.tsx'

/** In the place of a page whose code is not here and cannot be fetched (R222). It is loaded as soon as there is a network again. */
export function OfflinePage(): ReactNode {
  const { t } = useTranslation()
  useEffect(() => {
    const load = (): void => location.reload()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [])
  return (
    <div role="alert" className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-4 px-5 py-16">
      <title>{`${t('trouble.connectionTitle')} · ${t('brand.name')}`}</title>
      <SeedMark look="outline" className="size-12 text-pomegranate-text" />
      <h1 className="text-title font-bold">{t('trouble.connectionTitle')}</h1>
      <p className="text-ink-soft">{t('trouble.connectionText')}</p>
      {/* Not a way within the app, which is broken here: the address is opened anew, and that works without a network. */}
      <a href="/dashboard" className={buttonLook('primary', 'large', 'self-start')}>
        {t('header.dashboard')}
      </a>
    </div>
  )
}
