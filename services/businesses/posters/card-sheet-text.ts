/** Words of printed cards, with the terms of web/locales/glossary.md. */
import { BRANDS, LANGUAGE_TAGS } from '#contracts/pages/page-metadata.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import type { CardSheet } from '#platform/documents/card-sheet.ts'

const WORDS: Record<Language, { title: string; howTo: string; underCover: string }> = {
  am: {
    title: 'Քարտեր',
    howTo: 'Վճարելիս ցույց տվեք քարտը։ Միավորները ցանկացած պահի կարող եք ավելացնել Ձեր հաշվին։',
    underCover: 'Գաղտնի կոդ',
  },
  en: {
    title: 'Cards',
    howTo: 'Show this card when you pay. Add its points to your account at any time.',
    underCover: 'Secret code',
  },
}

/** `origin`: of the site, without a trailing slash. */
export function cardSheetText(
  { businessName }: { businessName: string },
  { language, origin, cards }: { language: Language; origin: string; cards: CardSheet['cards'] },
): CardSheet {
  const { title, howTo, underCover } = WORDS[language]
  return {
    language: LANGUAGE_TAGS[language],
    title: `${title} · ${businessName}`,
    name: businessName,
    howTo,
    site: origin.replace(/^https?:\/\//, ''),
    underCover,
    brand: BRANDS[language],
    cards,
  }
}
