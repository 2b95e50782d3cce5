import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { CheckPage } from '#web/features/visitor/check-file/check-page.tsx'
import { openOffline } from '#web/lib/api/open-offline.ts'

/** File check for everyone, offline too once opened. */
export default function VerifyPage(): ReactNode {
  const { t } = useTranslation()
  useEffect(openOffline, [])
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 sm:px-6">
      <PageHead />
      <header>
        <h1 className="text-title font-bold">{t('checkProof.page')}</h1>
        <p className="mt-2 max-w-prose">{t('checkProof.lead')}</p>
      </header>
      <CheckPage />
      <section className="flex max-w-prose flex-col gap-2 text-ink-soft">
        <h2 className="text-lead font-bold text-ink">{t('checkProof.howTitle')}</h2>
        <p>{t('checkProof.howText')}</p>
        <p>{t('checkProof.whereText')}</p>
        <p>{t('checkProof.limits')}</p>
      </section>
    </div>
  )
}
