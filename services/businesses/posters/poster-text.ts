/** Words of the sheets that bring people to /join/{slug}, with the terms of web/locales/glossary.md. */
import { BRANDS, LANGUAGE_TAGS } from '#contracts/pages/page-metadata.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import type { PosterSize } from '#contracts/calls/posters.ts'
import type { Poster } from '#platform/documents/poster.ts'

const WORDS: Record<Language, { title: Record<PosterSize, string>; headline: string; howTo: string }> = {
  am: {
    title: { a4: 'Պաստառ', a5: 'Սեղանի քարտ', a6: 'Կպչուն պիտակ' },
    headline: 'Հավաքեք միավորներ ամեն գնումից',
    howTo: 'Սկանավորեք հեռախոսով, գրանցվեք և վճարելիս ցույց տվեք Ձեր կոդը։',
  },
  en: {
    title: { a4: 'Poster', a5: 'Table card', a6: 'Sticker' },
    headline: 'Earn points with every purchase',
    howTo: 'Scan with your phone, sign up and show your code when you pay.',
  },
}

type PosterOptions = { size: PosterSize; language: Language; origin: string; logo: Uint8Array | undefined }

/** `origin`: of the site, without a trailing slash. The page opens in the sheet's language. */
export function posterText(
  { businessName, slug }: { businessName: string; slug: string },
  { size, language, origin, logo }: PosterOptions,
): Poster {
  const { title, headline, howTo } = WORDS[language]
  return {
    sheet: size.toUpperCase() as Poster['sheet'],
    language: LANGUAGE_TAGS[language],
    title: `${title[size]} · ${businessName}`,
    name: businessName,
    headline,
    howTo,
    address: `${origin}/join/${slug}?lang=${LANGUAGE_TAGS[language]}`,
    brand: BRANDS[language],
    ...(logo && { logo }),
  }
}
