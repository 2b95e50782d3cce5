import { BookOpenCheck, Smartphone, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const CARDS = [
  { Icon: Store, title: 'home.forBusinesses', text: 'home.forBusinessesText' },
  { Icon: Smartphone, title: 'home.forCustomers', text: 'home.forCustomersText' },
  { Icon: BookOpenCheck, title: 'home.program', text: 'home.programText' },
] as const

/** R35. */
export function Features(): ReactNode {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="features" className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-5 py-8 sm:px-6">
      <h2 id="features" className="text-headline font-bold tracking-tight">
        {t('home.featuresTitle')}
      </h2>
      <div className="grid gap-4 md:grid-cols-3">
        {CARDS.map(({ Icon, title, text }) => (
          <article key={title} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-6">
            <Icon aria-hidden className="size-8 text-pomegranate-text" />
            <h3 className="text-lead font-bold">{t(title)}</h3>
            <p className="text-ink-soft">{t(text)}</p>
          </article>
        ))}
      </div>
    </section>
  )
}
