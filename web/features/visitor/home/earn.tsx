import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const STEPS = [
  { title: 'home.earn1Title', text: 'home.earn1Text' },
  { title: 'home.earn2Title', text: 'home.earn2Text' },
  { title: 'home.earn3Title', text: 'home.earn3Text' },
] as const

/** R34. */
export function Earn(): ReactNode {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="earn" className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-5 py-8 sm:px-6">
      <h2 id="earn" className="text-headline font-bold tracking-tight">
        {t('home.earnTitle')}
      </h2>
      <ol className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex flex-col gap-1.5 border-t-2 border-pomegranate pt-4">
            <span aria-hidden className="text-figure font-bold text-pomegranate-text">
              {index + 1}
            </span>
            <h3 className="text-lead font-bold">{t(title)}</h3>
            <p className="text-ink-soft">{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
