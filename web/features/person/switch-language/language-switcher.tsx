import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/lib/device/class-names.ts'
import { LANGUAGES, languageTag, switchLanguage, useLanguage } from '#web/lib/words/i18n.ts'

/** R230. */
export function LanguageSwitcher(): ReactNode {
  const { t } = useTranslation()
  const current = useLanguage()
  return (
    <div role="group" aria-label={t('language.label')} className="flex rounded-field border border-line p-0.5">
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={languageTag(language)}
          title={t(`language.${language}`)}
          aria-pressed={language === current}
          className={classNames(
            'min-h-10 min-w-10 rounded-small px-2 text-small font-semibold',
            language === current ? 'bg-tuff-deep text-ink' : 'text-ink-soft hover:text-ink',
          )}
          onClick={() => language !== current && switchLanguage(language)}
        >
          {t(`language.${language}Short`)}
        </button>
      ))}
    </div>
  )
}
