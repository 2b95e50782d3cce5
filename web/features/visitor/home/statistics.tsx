import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const FIGURES = [
  { percent: 94, text: 'home.stat94' },
  { percent: 75, text: 'home.stat75' },
  { percent: 90, text: 'home.stat90' },
] as const

/** R39. */
export function Statistics(): ReactNode {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="statistics" className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-5 py-8 sm:px-6">
      <h2 id="statistics" className="text-headline font-bold tracking-tight">
        {t('home.statsTitle')}
      </h2>
      <dl className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {FIGURES.map(({ percent, text }) => (
          <div key={percent} className="flex flex-col-reverse justify-end border-t border-line-strong pt-4">
            <dt className="text-ink-soft">{t(text)}</dt>
            <dd className="text-display font-bold text-pomegranate-text">{`${percent}%`}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-soft">{t('home.founded')}</p>
    </section>
  )
}
