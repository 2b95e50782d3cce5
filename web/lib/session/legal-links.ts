import type { Language } from '#contracts/calls/account/session.ts'
import { languageTag } from '#web/lib/words/i18n.ts'

type LegalLink<Key> = { key: Key; to: string }

/** R29: legal documents differ per language, so their links name it. The label is `footer.<key>`. */
export const legalLinks = <Key extends 'terms' | 'privacy' | 'cookies'>(
  language: Language,
  keys: readonly Key[],
): LegalLink<Key>[] => keys.map((key) => ({ key, to: `/legal/${key}?lang=${languageTag(language)}` }))
