import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/lib/device/class-names.ts'

/** Decoration; the list's "Loading" is for screen readers. */
export function Skeleton({ className }: { className?: string }): ReactNode {
  return <span aria-hidden className={classNames('block animate-breathe rounded-field bg-tuff-deep', className)} />
}

export function SkeletonRows({ rows = 3, className = 'h-14' }: { rows?: number; className?: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t('common.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={className} />
      ))}
    </div>
  )
}
