import { Eye, ImageOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { idDocumentUrl } from '#web/lib/calls/staff/admin-businesses.ts'

/** The link replaces the focused button. */
const takeFocus = (link: HTMLElement | null): void => link?.focus()

/**
 * The owner's document, for administrators only (H26). Loaded on request: otherwise opening the list would show every
 * document, and the log could not tell who opened which.
 */
export function IdDocument({ businessId, name }: { businessId: number; name: string }): ReactNode {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [broken, setBroken] = useState(false)
  const address = idDocumentUrl(businessId)
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t('adminBusinesses.document')}</h3>
      {!shown && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button look="secondary" onClick={() => setShown(true)}>
            <Eye aria-hidden className="size-5" />
            <span>{t('adminBusinesses.documentShow')}</span>
            <span className="sr-only">{t('common.namely', { what: name })}</span>
          </Button>
          <p className="text-small text-ink-soft">{t('adminBusinesses.documentNoted')}</p>
        </div>
      )}
      {shown && broken && (
        <Notice tone="alarm" icon={<ImageOff className="size-5" />} title={t('adminBusinesses.documentBroken')} />
      )}
      {shown && !broken && (
        <a
          ref={takeFocus}
          href={address}
          target="_blank"
          rel="noopener"
          className="inline-block rounded-field border border-line"
        >
          <img
            src={address}
            alt={t('adminBusinesses.documentOf', { name })}
            onError={() => setBroken(true)}
            className="max-h-[36rem] min-h-16 max-w-full rounded-field bg-tuff object-contain"
          />
        </a>
      )}
    </section>
  )
}
