import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Prose } from '#web/components/brand/prose.tsx'

const GAINS = ['about.gainPage', 'about.gainData', 'about.gainTools', 'about.gainCounter'] as const

/** R41. */
export default function AboutPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <Prose title={t('about.title')} lead={t('about.lead')}>
      <PageHead />
      <section className="flex flex-col gap-3">
        <h2 className="text-title font-bold">{t('about.whatTitle')}</h2>
        <p>{t('about.what')}</p>
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="text-title font-bold">{t('about.ideaTitle')}</h2>
        <p>{t('about.idea1')}</p>
        <p>{t('about.idea2')}</p>
      </section>
      <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-6 sm:p-8">
        <h2 className="text-title font-bold">{t('about.gainTitle')}</h2>
        <ul className="flex flex-col gap-3">
          {GAINS.map((key) => (
            <li key={key} className="flex items-start gap-3">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf-text" />
              <span>{t(key)}</span>
            </li>
          ))}
        </ul>
        <Link to="/business-registration" className={buttonLook('primary', 'regular', 'mt-2 self-start')}>
          {t('about.join')}
        </Link>
      </section>
      <p className="text-ink-soft">{t('about.founded')}</p>
    </Prose>
  )
}
