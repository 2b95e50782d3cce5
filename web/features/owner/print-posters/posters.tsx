import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PosterSize } from '#contracts/calls/posters.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { LANGUAGE_TAGS } from '#contracts/pages/page-metadata.ts'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { posterUrl, rememberPoster } from '#web/lib/calls/posters.ts'

const SIZES: readonly PosterSize[] = ['a4', 'a5', 'a6']
const LANGUAGES: readonly Language[] = ['am', 'en']

/** Sheets with a QR code that brings people to the page to join, in both languages whatever the screen's is. */
export function Posters({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('posters.title')} className="print:hidden">
      <p className="-mt-1 mb-4 max-w-prose text-ink-soft">{t('posters.text')}</p>
      <ul className="grid gap-3 lg:grid-cols-3">
        {SIZES.map((size) => (
          <li key={size} className="flex flex-col gap-3 rounded-field border border-line p-4">
            <p className="flex items-baseline justify-between gap-x-3">
              <span className="font-semibold">{t(`posters.${size}`)}</span>
              <span className="text-small text-ink-soft">{size.toUpperCase()}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              {LANGUAGES.map((language) => (
                <DownloadLink
                  key={language}
                  href={posterUrl(businessId, size, language)}
                  icon={<Download aria-hidden className="size-5" />}
                  className={buttonLook('secondary')}
                  onSaved={() => rememberPoster(businessId)}
                >
                  <span className="sr-only">{t(`posters.${size}`)}</span>
                  <span lang={LANGUAGE_TAGS[language]}>{t(`language.${language}`)}</span>
                </DownloadLink>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
