const WRITINGS = [
  { letters: /\p{Script=Armenian}/gu, tag: 'hy' },
  { letters: /\p{Script=Cyrillic}/gu, tag: 'ru' },
  { letters: /\p{Script=Latin}/gu, tag: 'en' },
] as const

/**
 * The `lang` for user-written text, by most of its letters (WCAG 3.1.2): otherwise an English voice spells out
 * Armenian, or skips it. Undefined without such letters.
 */
export function languageOf(text: string): 'hy' | 'ru' | 'en' | undefined {
  const found = WRITINGS.map(({ letters, tag }) => ({ tag, count: text.match(letters)?.length ?? 0 }))
  const most = found.reduce((first, next) => (next.count > first.count ? next : first))
  return most.count === 0 ? undefined : most.tag
}
