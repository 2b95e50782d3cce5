import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Prose } from '#web/components/brand/prose.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { SUPPORT } from '#web/lib/session/support.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { legalDocument, type LegalName } from './documents.ts'

/** R29. */
export function LegalPage({ name }: { name: LegalName }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const document = use(legalDocument(name, language))
  return (
    <Prose title={document.title} lead={document.lead}>
      <PageHead />
      <p className="text-small text-ink-soft">{t('legal.inForce', { day: format.day(new Date(document.inForce)) })}</p>
      {document.sections.map(({ title, text, list }) => (
        <section key={title} className="flex flex-col gap-3">
          <h2 className="text-lead font-bold">{title}</h2>
          {text?.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {list && (
            <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-pomegranate-text">
              {list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <p className="border-t border-line pt-5">
        <span>{`${t('legal.questions')} `}</span>
        <a href={`mailto:${SUPPORT.email}`} className="font-semibold text-pomegranate-text underline">
          {SUPPORT.email}
        </a>
        <span>{`, ${SUPPORT.address[language]}`}</span>
      </p>
    </Prose>
  )
}
