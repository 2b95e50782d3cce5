import { ImageOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#web/components/notice.tsx'
import { idDocumentUrl } from '#web/lib/admin-businesses.ts'

/** The picture of the owner's document, for administrators alone (H26); in full in a window of its own. */
export function IdDocument({ businessId, name }: { businessId: number; name: string }): ReactNode {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  const address = idDocumentUrl(businessId)
  return (
    <div className="mt-4">
      <p className="mb-1.5 text-small text-ink-soft">{t('adminBusinesses.document')}</p>
      {broken ? (
        <Notice tone="alarm" icon={<ImageOff className="size-5" />} title={t('adminBusinesses.documentBroken')} />
      ) : (
        <a href={address} target="_blank" rel="noopener" className="inline-block rounded-field border border-line">
          <img
            src={address}
            alt={t('adminBusinesses.documentOf', { name })}
            onError={() => setBroken(true)}
            className="max-h-64 min-h-16 max-w-full rounded-field bg-tuff object-contain"
          />
        </a>
      )}
    </div>
  )
}
