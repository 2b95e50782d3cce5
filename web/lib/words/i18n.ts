/**
 * The two languages. Armenian is `am` in addresses, storage and the API (R230), but `hy` for i18next's plural rules
 * (`am` is Amharic) and the page's `lang`.
 */
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Language } from '#contracts/calls/session.ts'
import { LANGUAGE_COOKIE, LANGUAGE_TAGS } from '#contracts/pages/page-metadata.ts'
import { storage } from '#web/lib/device/storage.ts'

const NAME = 'hatik.language'
/** The default first (C4). */
export const LANGUAGES: readonly Language[] = ['am', 'en']

export const languageTag = (language: Language): string => LANGUAGE_TAGS[language]

/** From the address (?lang=), else the earlier choice, else Armenian (C4). */
export function startLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  const fromAddress = LANGUAGES.find((language) => language === asked || LANGUAGE_TAGS[language] === asked)
  // The cookie wins over the storage, because the server's HTML followed it.
  const cookie = /hatik-language=(\w+)/.exec(document.cookie)?.[1]
  const chosen = cookie ?? storage.get(NAME)
  const language = fromAddress ?? LANGUAGES.find((known) => known === chosen)
  if (language) keep(language)
  return language ?? 'am'
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The cookie tells the server its HTML's language (contracts/pages/page-metadata.ts). */
function keep(language: Language): void {
  storage.set(NAME, language)
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** Word groups per language (web/word-groups.ts); the other language's are never sent. */
const WORDS = {
  am: {
    first: () => import('../../locales/am.json?first'),
    site: () => import('../../locales/am.json?site'),
    shops: () => import('../../locales/am.json?shops'),
    pricing: () => import('../../locales/am.json?pricing'),
    people: () => import('../../locales/am.json?people'),
    person: () => import('../../locales/am.json?person'),
    registration: () => import('../../locales/am.json?registration'),
    fields: () => import('../../locales/am.json?fields'),
    staff: () => import('../../locales/am.json?staff'),
    events: () => import('../../locales/am.json?events'),
    audit: () => import('../../locales/am.json?audit'),
    rest: () => import('../../locales/am.json?rest'),
  },
  en: {
    first: () => import('../../locales/en.json?first'),
    site: () => import('../../locales/en.json?site'),
    shops: () => import('../../locales/en.json?shops'),
    pricing: () => import('../../locales/en.json?pricing'),
    people: () => import('../../locales/en.json?people'),
    person: () => import('../../locales/en.json?person'),
    registration: () => import('../../locales/en.json?registration'),
    fields: () => import('../../locales/en.json?fields'),
    staff: () => import('../../locales/en.json?staff'),
    events: () => import('../../locales/en.json?events'),
    audit: () => import('../../locales/en.json?audit'),
    rest: () => import('../../locales/en.json?rest'),
  },
}
export type LaterWords = Exclude<keyof (typeof WORDS)['am'], 'first'>
const fetched = new Map<LaterWords, Promise<void>>()

export async function startWords(language: Language): Promise<void> {
  const words = await WORDS[language].first()
  document.documentElement.lang = LANGUAGE_TAGS[language]
  await i18next.use(initReactI18next).init({
    lng: LANGUAGE_TAGS[language],
    fallbackLng: false,
    resources: { [LANGUAGE_TAGS[language]]: { translation: words.default } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** Rejects without a connection; the next call retries. */
export async function loadWords(groups: readonly LaterWords[]): Promise<void> {
  await Promise.all(groups.map(loadGroup))
}

function loadGroup(group: LaterWords): Promise<void> {
  const language = i18next.language === 'en' ? 'en' : 'am'
  const known = fetched.get(group)
  if (known) return known
  const fetching = Promise.all([WORDS[language][group](), group === 'fields' && import('./field-keys.ts')]).then(
    ([words]) => void i18next.addResourceBundle(LANGUAGE_TAGS[language], 'translation', words.default, true, true),
    (error: unknown) => {
      fetched.delete(group)
      throw error
    },
  )
  fetched.set(group, fetching)
  return fetching
}

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language === 'en' ? 'en' : 'am'
}

export const LANGUAGE_SWITCH = 'hatik.language'

/** R230. */
export function switchLanguage(language: Language): void {
  keep(language)
  dispatchEvent(new Event(LANGUAGE_SWITCH))
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  if (address.href === location.href) location.reload()
  else location.replace(address)
}
