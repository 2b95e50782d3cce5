import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useVisit } from '#web/lib/session/visit-state.ts'

/** H31: makes a form inert during a view-only support visit, and says why. */
export function ViewOnly({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const isViewed = useVisit()?.mode === 'view'
  return (
    <>
      {isViewed && (
        <p className="flex items-start gap-2 text-small text-ink-soft">
          <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{t('visits.viewOnly')}</span>
        </p>
      )}
      <div inert={isViewed} className={isViewed ? 'flex flex-col gap-4' : 'contents'}>
        {children}
      </div>
    </>
  )
}
