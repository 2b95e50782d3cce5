/** The legal documents, each in its own file per language, fetched when somebody opens it (R29, H40). */
import type { Language } from '#contracts/calls/session.ts'
import { fetchPart } from '#web/lib/api/fetch-code.ts'

export interface LegalSection {
  title: string
  text?: string[]
  list?: string[]
}

export interface LegalDocument {
  title: string
  /** The day from which it counts. */
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
 * A document in a language; the same promise each time, so that it can be used while rendering. Rejects with ApiError ('network') without a
 * connection, and stays so: a new promise would be waited for anew by the very rendering that was to say so. Trying again loads the page anew.
 */
export function legalDocument(name: LegalName, language: Language): Promise<LegalDocument> {
  const key = `${name}.${language}`
  const fetched = opened.get(key) ?? fetchPart(FILES[name][language] as Fetch).then((file) => file.default)
  opened.set(key, fetched)
  return fetched
}
