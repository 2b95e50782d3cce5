/**
 * The two languages. Ours is called `am` in addresses, storage and the API (R230); its real code is `hy`, which i18next needs for the
 * right plural rules (`am` is Amharic there) and the page for its `lang`.
 */
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Language } from '#contracts/calls/session.ts'
import { LANGUAGE_COOKIE, LANGUAGE_TAGS } from '#contracts/pages/heads.ts'
import { storage } from '#web/lib/device/storage.ts'

const NAME = 'hatik.language'
/** Both, the default first (C4). */
export const LANGUAGES: readonly Language[] = ['am', 'en']

/** The `lang` of a language: 'hy' for Armenian. */
export const languageTag = (language: Language): string => LANGUAGE_TAGS[language]

/** The language of this visit: asked for in the address (?lang=), else chosen before, else Armenian (C4). */
export function startLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  const fromAddress = LANGUAGES.find((language) => language === asked || LANGUAGE_TAGS[language] === asked)
  // The cookie decides, as the server's HTML has gone by it; a storage that says otherwise follows.
  const cookie = /hatik-language=(\w+)/.exec(document.cookie)?.[1]
  const chosen = cookie ?? storage.get(NAME)
  const language = fromAddress ?? LANGUAGES.find((known) => known === chosen)
  if (language) keep(language)
  return language ?? 'am'
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Remembers a choice: for the app, and as a cookie for the server, whose HTML speaks it then (contracts/pages/heads.ts). */
function keep(language: Language): void {
  storage.set(NAME, language)
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** A language's words in groups (web/word-groups.ts); the other language's are never sent. */
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

/** Loads the words that come with every page. */
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

/** Resolves when these words of the language on screen are there. Rejects without a connection; the next call tries again. */
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

/** The language on screen. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language === 'en' ? 'en' : 'am'
}

/** Told to the window just before the page goes. */
export const LANGUAGE_SWITCH = 'hatik.language'

/** Saves the choice and loads the page anew (R230); what was typed comes along. */
export function switchLanguage(language: Language): void {
  keep(language)
  dispatchEvent(new Event(LANGUAGE_SWITCH))
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  if (address.href === location.href) location.reload()
  else location.replace(address)
}
