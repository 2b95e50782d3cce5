import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Pricing } from '#web/features/visitor/see-pricing/pricing.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useUser } from '#web/lib/session/session.ts'

export default function PricingPage(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col items-center gap-6 px-4 py-8 sm:px-6">
      <PageHead title={t('pricing.title')} description={t('pricing.text')} />
      <div className="text-center">
        <h1 className="text-headline font-bold tracking-tight">{t('pricing.title')}</h1>
        <p className="mt-2 max-w-prose text-lead text-ink-soft">{t('pricing.text')}</p>
      </div>
      <ReadProvider userId={user?.id ?? 0}>
        <Pricing startAt={user?.role === 'business' ? '/billing' : '/business-registration'} />
      </ReadProvider>
    </div>
  )
}
