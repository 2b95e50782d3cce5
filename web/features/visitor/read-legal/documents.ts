/** Legal documents, one file per language, loaded on demand (R29, H40). */
import type { Language } from '#contracts/calls/account/session.ts'
import { fetchPart } from '#web/lib/api/fetch-code.ts'

export interface LegalSection {
  title: string
  text?: string[]
  list?: string[]
}

export interface LegalDocument {
  title: string
  /** First day of validity. */
  inForce: string
  lead: string
  sections: LegalSection[]
}

type Fetch = () => Promise<{ default: LegalDocument }>

const FILES = {
  terms: {
    am: () => import('../../../locales/legal/terms.am.json'),
    en: () => import('../../../locales/legal/terms.en.json'),
  },
  privacy: {
    am: () => import('../../../locales/legal/privacy.am.json'),
    en: () => import('../../../locales/legal/privacy.en.json'),
  },
  cookies: {
    am: () => import('../../../locales/legal/cookies.am.json'),
    en: () => import('../../../locales/legal/cookies.en.json'),
  },
} satisfies Record<string, Record<Language, Fetch>>

export type LegalName = keyof typeof FILES
export const isLegalName = (name: string | undefined): name is LegalName =>
  name !== undefined && Object.hasOwn(FILES, name)

const opened = new Map<string, Promise<LegalDocument>>()

/**
 * Returns the same promise each time, as `use` needs. Rejects with ApiError ('network') offline, and is not retried: a
 * new promise would suspend the rendering that is to show the error. Retrying reloads the page.
 */
export function legalDocument(name: LegalName, language: Language): Promise<LegalDocument> {
  const key = `${name}.${language}`
  const fetched = opened.get(key) ?? fetchPart(FILES[name][language] as Fetch).then((file) => file.default)
  opened.set(key, fetched)
  return fetched
}
