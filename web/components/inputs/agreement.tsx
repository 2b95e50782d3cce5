import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { legalLinks } from '#web/lib/session/legal-links.ts'

/** Terms and privacy policy, before any data is sent. They open in a new window, so that typed text stays. */
export function Agreement(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className="text-small text-ink-soft">
      <p>{t('agreement.text')}</p>
      <ul className="flex flex-wrap gap-x-5">
        {legalLinks(language, ['terms', 'privacy']).map(({ key, to }) => (
          <li key={key}>
            <a
              href={to}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-9 items-center rounded-small underline hover:text-ink"
            >
              {t(`footer.${key}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
