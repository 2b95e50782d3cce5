import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/button.tsx'
import { SeedMark } from '#web/components/seed-mark.tsx'

/** What stands in the page's place after a crash: 'Try Again' renders it once more, 'Reload Page' starts anew (R223). */
export function CrashPage({ onTryAgain }: { onTryAgain: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="alert" className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-4 px-5 py-16">
      <title>{`${t('crash.title')} · ${t('brand.name')}`}</title>
      <SeedMark look="outline" className="size-12 text-pomegranate-text" />
      <h1 className="text-title font-bold">{t('crash.title')}</h1>
      <p className="text-ink-soft">{t('crash.text')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button size="large" onClick={onTryAgain}>
          {t('crash.tryAgain')}
        </Button>
        <Button look="secondary" size="large" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      </div>
    </div>
  )
}
