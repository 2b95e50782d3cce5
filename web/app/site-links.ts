/** The pages that header and footer lead to; the sentence for each is `header.<key>` or `footer.<key>`. */
import type { Language } from '#contracts/session.ts'
import { languageTag } from '#web/lib/i18n.ts'

export const PAGE_LINKS = [
  { key: 'home', to: '/' },
  { key: 'businesses', to: '/businesses' },
  { key: 'about', to: '/about' },
  { key: 'contact', to: '/contact' },
] as const

/** R29: legal documents are separate per language, so their links name it. */
export const legalLinks = (language: Language) =>
  (['terms', 'privacy', 'cookies'] as const).map((key) => ({ key, to: `/legal/${key}?lang=${languageTag(language)}` }))
