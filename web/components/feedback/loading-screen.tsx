import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'

/** R19, R20. */
export function LoadingScreen(): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex min-h-[60dvh] flex-1 flex-col items-center justify-center gap-4 text-ink-soft">
      <SeedMark className="size-10 animate-breathe" />
      <span>{t('common.loading')}</span>
    </div>
  )
}
