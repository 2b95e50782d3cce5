import { CreditCard, ExternalLink, Store, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { useIsOwner } from '#web/lib/session/business-of.ts'

const LOOK = buttonLook('secondary', 'regular', 'justify-start px-3.5 text-left min-[25rem]:last:odd:col-span-2')

/** R74. One column where two would break a word. */
export function BusinessLinks({ slug }: { slug: string | undefined }): ReactNode {
  const { t } = useTranslation()
  const isOwner = useIsOwner()
  return (
    <nav aria-label={t('businessLinks.title')} className="grid gap-3 min-[25rem]:grid-cols-2">
      <Link to="/edit-profile" className={LOOK}>
        <UserRound aria-hidden className="size-5 shrink-0" />
        <span>{t('businessLinks.editProfile')}</span>
      </Link>
      {isOwner && (
        <>
          <Link to="/edit-business" className={LOOK}>
            <Store aria-hidden className="size-5 shrink-0" />
            <span>{t('businessLinks.editBusiness')}</span>
          </Link>
          <Link to="/billing" className={LOOK}>
            <CreditCard aria-hidden className="size-5 shrink-0" />
            <span>{t('businessLinks.upgrade')}</span>
          </Link>
        </>
      )}
      {slug !== undefined && (
        <a href={`/business/${slug}`} target="_blank" rel="noopener" className={LOOK}>
          <ExternalLink aria-hidden className="size-5 shrink-0" />
          <span>{t('businessLinks.view')}</span>
        </a>
      )}
    </nav>
  )
}
