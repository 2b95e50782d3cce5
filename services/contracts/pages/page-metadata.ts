/**
 * Page metadata (R22, R48, C9, H40), for the server's HTML and the app's navigation. Imports no schema library, for a
 * small first script. The app removes the server's tags (SERVER_HEAD) when it sets its own.
 */
import type { Language } from '../calls/account/session.ts'

export const SERVER_HEAD = 'data-server-head'
/** The chosen language, for the server's HTML. */
export const LANGUAGE_COOKIE = 'hatik-language'
/** For `<html lang>` and ?lang= (C4: the standard am is Amharic). */
export const LANGUAGE_TAGS: Record<Language, 'hy' | 'en'> = { am: 'hy', en: 'en' }
export const BRANDS: Record<Language, string> = { am: 'Հատիկ', en: 'Hatik' }
/** 1200 × 630 px. Businesses have `/share/<slug>.png`. */
export const SHARE_IMAGE = '/share.png'

type Words = Record<Language, readonly [title: string, description: string]>
type PageHead = {
  words: Words
  /** For search engines: no pages that need a session or token. */
  listed: boolean
  /** If it differs from the address. */
  canonical?: string
}

const page = (listed: boolean, am: Words['am'], en: Words['en'], canonical?: string): PageHead =>
  canonical === undefined ? { listed, words: { am, en } } : { listed, words: { am, en }, canonical }

/** Nobody searches for or shares these, so a title is enough and keeps the first script small. */
const unsought = (am: string, en: string): PageHead => page(false, [am, `${am}՝ Հատիկում։`], [en, `${en} at Hatik.`])

const directory = page(
  true,
  ['Բիզնեսների ցանկ', 'Գտեք սրճարաններ, խանութներ և ծառայություններ, որտեղ յուրաքանչյուր գնում միավոր է բերում։'],
  ['Business directory', 'Find cafés, shops and services where every purchase earns points.'],
  '/business-directory',
)

/** By address; `:slug` and `:id` stand for one path segment. */
export const PAGES = {
  '/': page(
    true,
    [
      'Միավորներ և պարգևներ',
      'Յուրաքանչյուր գնում միավոր է բերում, միավորները դառնում են պարգևներ Ձեր սիրելի վայրերում։ Մեկ կոդ՝ բոլոր բիզնեսների համար։',
    ],
    [
      'Points and perks',
      'Every purchase earns points, and points become perks at the places you like. One code for every business.',
    ],
  ),
  '/auth': page(
    true,
    ['Մուտք', 'Մուտք գործեք՝ Ձեր միավորներն ու պարգևները տեսնելու համար։'],
    ['Sign in', 'Sign in to see your points and perks.'],
  ),
  '/forgot-password': page(
    false,
    ['Մոռացե՞լ եք գաղտնաբառը', 'Գրեք Ձեր էլ. հասցեն, և մենք կուղարկենք գաղտնաբառը փոխելու հղումը։'],
    ['Forgot your password?', 'Enter your email address and we will send you a link to change your password.'],
  ),
  '/reset-password': unsought('Նոր գաղտնաբառ', 'New password'),
  '/verify-email': unsought('Էլ. հասցեի հաստատում', 'Email verification'),
  '/business-registration': page(
    true,
    ['Գրանցել բիզնեսը', 'Ստեղծեք Ձեր հավատարմության ծրագիրը՝ միավորներ, պարգևներ և սեփական էջ։ Առաջին ամիսն անվճար է։'],
    [
      'Register your business',
      'Start your own loyalty program: points, perks and your own page. The first month is free.',
    ],
  ),
  '/businesses': directory,
  '/business-directory': directory,
  '/business/:slug': page(
    true,
    ['Բիզնես', 'Պարգևներ, գնահատական և կարծիքներ։'],
    ['Business', 'Perks, rating and reviews.'],
  ),
  '/join/:slug': unsought('Միանալ', 'Join'),
  '/about': page(
    true,
    ['Մեր մասին', 'Ինչ է Հատիկը, ինչպես ծնվեց գաղափարը և ինչ է շահում բիզնեսը։'],
    ['About', 'What Hatik is, the idea behind it, and what businesses gain.'],
  ),
  '/contact': page(
    true,
    ['Կապ', 'Գրեք կամ զանգահարեք մեզ՝ համագործակցության և աջակցության համար։'],
    ['Contact', 'Write or call us about working together or for support.'],
  ),
  '/pricing': page(
    true,
    ['Փաթեթներ և գներ', 'Starter, Standard և Prime փաթեթները՝ գներով և սահմանաչափերով։ Առաջին ամիսն անվճար է։'],
    [
      'Plans and prices',
      'The Starter, Standard and Prime plans with their prices and limits. The first month is free.',
    ],
  ),
  '/legal/terms': page(
    true,
    ['Օգտագործման պայմաններ', 'Հատիկից օգտվելու պայմանները գնորդների և բիզնեսների համար։'],
    ['Terms of use', 'The terms for buyers and businesses using Hatik.'],
  ),
  '/legal/privacy': page(
    true,
    ['Գաղտնիության քաղաքականություն', 'Ինչ տվյալներ ենք պահում, ինչու և ինչպես կարող եք դրանք ջնջել։'],
    ['Privacy policy', 'What data we keep, why, and how you can have it erased.'],
  ),
  '/legal/cookies': page(
    true,
    ['Քուքիների քաղաքականություն', 'Ինչ քուքիներ ենք օգտագործում և ինչի համար։'],
    ['Cookie policy', 'Which cookies we use, and what for.'],
  ),
  '/billing': unsought('Փաթեթ և վճարումներ', 'Plan and payment'),
  '/edit-business': unsought('Խմբագրել բիզնեսի տվյալները', 'Edit business'),
  '/edit-profile': unsought('Իմ տվյալները', 'My details'),
  '/buyers': unsought('Գնորդներ', 'Buyers'),
  '/buyers/:code': unsought('Գնորդ', 'Buyer'),
  '/perks': unsought('Պարգևներ', 'Perks'),
  '/figures': unsought('Ցուցանիշներ', 'Reports'),
  '/figures/events': unsought('Իրադարձություններ', 'Events'),
  '/reports': unsought('Օրվա հաշվետվություն', 'Day report'),
  '/invitation': unsought('Մենեջերի հրավեր', 'Manager’s invitation'),
  '/people-and-tills': unsought('Աշխատակիցներ և դրամարկղեր', 'People and tills'),
  '/dashboard': unsought('Վահանակ', 'Dashboard'),
  '/counter': unsought('Սպասարկման էկրան', 'Counter'),
  '/counter/display': unsought('Գնորդի էկրան', 'Buyer’s screen'),
  '/till': unsought('Դրամարկղի միացում', 'Pair a till'),
  '/statement/:id': unsought('Քաղվածք', 'Statement'),
  '/time-travel/:id': unsought('Բիզնեսի անցյալը', 'Time travel'),
  '/verify': page(
    true,
    ['Ստուգել ֆայլը', 'Ստուգեք Ձեր դիտարկիչում, որ Հատիկի քաղվածքը կամ ֆայլը ոչ ոք չի փոխել։'],
    ['Check a file', 'Check in your browser that nobody has changed a Hatik statement or export.'],
  ),
  '/audit/movements': unsought('Աուդիտ', 'Audit'),
  '/audit/events/:position': unsought('Իրադարձություն', 'Event'),
  '/audit/balance': unsought('Հաշվեկշիռ', 'Balance sheet'),
  '/audit/visits': unsought('Աջակցության այցեր', 'Support visits'),
  '/audit/acts': unsought('Գործողություններ', 'Actions'),
  '/audit/heads': unsought('Մատյանի կնիքներ', 'Signed checkpoints'),
  '/hatik': unsought('Աշխատակիցների մուտք', 'Staff sign-in'),
  '/admin/dashboard': unsought('Կառավարում', 'Administration'),
  '/admin/dashboard/:tab': unsought('Կառավարման բաժին', 'Administration section'),
} as const satisfies Record<string, PageHead>

export type PagePath = keyof typeof PAGES

/** R48: sign-in in sign-up mode. */
const SIGN_UP: Words = {
  am: ['Գրանցվել', 'Գրանցվեք անվճար և ստացեք Ձեր կոդը՝ առաջին գնումից միավորներ հավաքելու համար։'],
  en: ['Sign up', 'Sign up for free, get your code and earn points from your first purchase.'],
}
const NOT_FOUND: Words = {
  am: ['Էջը չի գտնվել', 'Այս հասցեով էջ չկա։'],
  en: ['Page Not Found', 'There is no page at this address.'],
}
const ABSENT: Record<Language, (name: string) => string> = {
  am: (name) => `«${name}» բիզնեսը Հատիկի ծրագրին ժամանակավորապես չի մասնակցում։`,
  en: (name) => `${name} is temporarily not taking part.`,
}
const AT_BUSINESS: Record<Language, (name: string) => string> = {
  am: (name) => `«${name}»՝ պարգևներ, գնահատական և կարծիքներ։`,
  en: (name) => `${name}: perks, rating and reviews.`,
}

export type Head = {
  /** With the brand. */
  title: string
  description: string
  /** Without host, like the alternates: `/pricing?lang=en`. */
  canonical: string
  alternates: { hy: string; en: string; 'x-default': string }
  image: string
  lang: 'hy' | 'en'
  listed: boolean
  found: boolean
}

/** `part`: the value of `:slug` or `:id`. */
export function pageAt(path: string): { pattern: PagePath; part: string | undefined } | undefined {
  const address = path.length > 1 ? path.replace(/\/$/, '') : path
  if (Object.hasOwn(PAGES, address) && !address.includes(':')) return { pattern: address as PagePath, part: undefined }
  for (const pattern of Object.keys(PAGES) as PagePath[]) {
    const [before, named] = pattern.split(':')
    if (named === undefined || before === undefined || !address.startsWith(before)) continue
    const part = address.slice(before.length)
    if (part !== '' && !part.includes('/')) return { pattern, part }
  }
  return undefined
}

export type HeadBusiness = { slug: string; businessName: string; description: string; takesPart: boolean }

/**
 * Only `lang` and `signup` of `query` matter. `business`: for `/business/:slug`; null if missing, undefined while
 * unknown.
 */
export function headOf(path: string, query: URLSearchParams, language: Language, business?: HeadBusiness | null): Head {
  const at = pageAt(path)
  const found = at !== undefined && business !== null
  const entry: PageHead | undefined = at && PAGES[at.pattern]
  const signUp = at?.pattern === '/auth' && query.get('signup') === 'true'
  const [title, description] = wordsOf()
  const own = found ? (entry?.canonical ?? (path.length > 1 ? path.replace(/\/$/, '') : path)) : path
  const address = (lang?: string): string => {
    const kept = new URLSearchParams([...(signUp ? [['signup', 'true']] : []), ...(lang ? [['lang', lang]] : [])])
    return kept.size > 0 ? `${own}?${kept}` : own
  }
  const asked = query.get('lang')
  return {
    title: `${title} · ${BRANDS[language]}`,
    description,
    canonical: address(asked === 'en' || asked === 'hy' ? asked : asked === 'am' ? 'hy' : undefined),
    alternates: { hy: address('hy'), en: address('en'), 'x-default': address() },
    image: found && business?.takesPart ? `/share/${business.slug}.png` : SHARE_IMAGE,
    lang: LANGUAGE_TAGS[language],
    listed: found && entry?.listed === true && business?.takesPart !== false,
    found,
  }

  function wordsOf(): readonly [string, string] {
    if (!found || !entry) return NOT_FOUND[language]
    if (signUp) return SIGN_UP[language]
    if (!business) return entry.words[language]
    if (!business.takesPart) return [business.businessName, ABSENT[language](business.businessName)]
    return [business.businessName, shortened(business.description) || AT_BUSINESS[language](business.businessName)]
  }
}

const DESCRIPTION_MAX = 160

/** Cut between words. */
function shortened(text: string): string {
  const plain = Array.from(text.replace(/\s+/g, ' ').trim())
  if (plain.length <= DESCRIPTION_MAX) return plain.join('')
  return `${plain
    .slice(0, DESCRIPTION_MAX - 1)
    .join('')
    .replace(/\s\S*$/, '')}…`
}

/** From the address, else as chosen, else Armenian (C4, H40). */
export function languageOf(query: URLSearchParams, chosen: string | undefined): Language {
  const asked = query.get('lang')
  if (asked === 'hy' || asked === 'am') return 'am'
  if (asked === 'en') return 'en'
  return chosen === 'en' ? 'en' : 'am'
}
