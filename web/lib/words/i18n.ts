/**
 * The two languages. Armenian is `am` in addresses, storage and the API (R230), but `hy` for i18next's plural rules
 * (`am` is Amharic) and the page's `lang`.
 */
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Language } from '#contracts/calls/account/session.ts'
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

/**
 * i18next's namespaces. `first` comes with every page, the others with pages that name them (lib/api/lazy-page.ts), so
 * that a visitor's first page loads only its own words; the other language's are never sent.
 */
const WORDS = {
  am: {
    first: () => import('../../locales/am/first.json'),
    site: () => import('../../locales/am/site.json'),
    shops: () => import('../../locales/am/shops.json'),
    pricing: () => import('../../locales/am/pricing.json'),
    people: () => import('../../locales/am/people.json'),
    person: () => import('../../locales/am/person.json'),
    registration: () => import('../../locales/am/registration.json'),
    fields: () => import('../../locales/am/fields.json'),
    staff: () => import('../../locales/am/staff.json'),
    events: () => import('../../locales/am/events.json'),
    audit: () => import('../../locales/am/audit.json'),
    rest: () => import('../../locales/am/rest.json'),
  },
  en: {
    first: () => import('../../locales/en/first.json'),
    site: () => import('../../locales/en/site.json'),
    shops: () => import('../../locales/en/shops.json'),
    pricing: () => import('../../locales/en/pricing.json'),
    people: () => import('../../locales/en/people.json'),
    person: () => import('../../locales/en/person.json'),
    registration: () => import('../../locales/en/registration.json'),
    fields: () => import('../../locales/en/fields.json'),
    staff: () => import('../../locales/en/staff.json'),
    events: () => import('../../locales/en/events.json'),
    audit: () => import('../../locales/en/audit.json'),
    rest: () => import('../../locales/en/rest.json'),
  },
}
export type LaterWords = Exclude<keyof (typeof WORDS)['am'], 'first'>
export const LATER_WORDS = Object.keys(WORDS.am).slice(1) as LaterWords[]
const fetched = new Map<string, Promise<void>>()

export async function startWords(language: Language): Promise<void> {
  fetched.clear()
  document.documentElement.lang = LANGUAGE_TAGS[language]
  await initWords([language])
}

/** Every word of both languages, for pages rendered on the server. */
export async function startServerWords(): Promise<Record<Language, typeof i18next>> {
  await initWords(LANGUAGES)
  await Promise.all(LANGUAGES.map((language) => loadWords(LATER_WORDS, language)))
  return { am: i18next, en: i18next.cloneInstance({ lng: LANGUAGE_TAGS.en }) }
}

async function initWords(languages: readonly Language[]): Promise<void> {
  const words = await Promise.all(languages.map((language) => WORDS[language].first()))
  await i18next.use(initReactI18next).init({
    lng: LANGUAGE_TAGS[languages[0] ?? 'am'],
    fallbackLng: false,
    defaultNS: 'first',
    fallbackNS: LATER_WORDS,
    resources: Object.fromEntries(
      languages.map((language, index) => [LANGUAGE_TAGS[language], { first: words[index]!.default }]),
    ),
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** Rejects without a connection; the next call retries. */
export async function loadWords(
  groups: readonly LaterWords[],
  language: Language = i18next.language === 'en' ? 'en' : 'am',
): Promise<void> {
  await Promise.all(groups.map((group) => loadGroup(group, language)))
}

function loadGroup(group: LaterWords, language: Language): Promise<void> {
  const name = `${language}/${group}`
  const known = fetched.get(name)
  if (known) return known
  const fetching = Promise.all([WORDS[language][group](), group === 'fields' && import('./field-keys.ts')]).then(
    ([words]) => void i18next.addResourceBundle(LANGUAGE_TAGS[language], group, words.default),
    (error: unknown) => {
      fetched.delete(name)
      throw error
    },
  )
  fetched.set(name, fetching)
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
