import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'

export interface BrokenPageProps {
  title: string
  text: string
  /** The last successful action. */
  done?: string | undefined
  children: ReactNode
}

/** `children`: links and buttons that lead on. */
export function BrokenPage({ title, text, done, children }: BrokenPageProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="alert" className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-4 px-5 py-16">
      <title>{`${title} · ${t('brand.name')}`}</title>
      <SeedMark look="outline" className="size-12 text-pomegranate-text" />
      <h1 className="text-title font-bold">{title}</h1>
      {done !== undefined && (
        <p data-testid="last-act" className="rounded-field bg-leaf-soft px-4 py-3 text-lead font-bold text-leaf-text">
          {done}
        </p>
      )}
      <p className="text-ink-soft">{text}</p>
      <div className="mt-2 flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
