/** Letters of one writing, and the language that people here write in it, as a tag. */
const WRITINGS = [
  { letters: /\p{Script=Armenian}/gu, tag: 'hy' },
  { letters: /\p{Script=Cyrillic}/gu, tag: 'ru' },
  { letters: /\p{Script=Latin}/gu, tag: 'en' },
] as const

/**
 * The `lang` of what people have written themselves, whatever language the page is in: without it an English voice spells an Armenian description
 * letter by letter, or passes over it (WCAG 3.1.2). By the writing that most of its letters are in; undefined where it has none of these.
 */
export function languageOf(text: string): 'hy' | 'ru' | 'en' | undefined {
  const found = WRITINGS.map(({ letters, tag }) => ({ tag, count: text.match(letters)?.length ?? 0 }))
  const most = found.reduce((first, next) => (next.count > first.count ? next : first))
  return most.count === 0 ? undefined : most.tag
}
