/** Reads a page's head without scripts. */
const unescaped = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

const attributes = (tag: string) =>
  Object.fromEntries([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value ?? '')]))

export type PageHead = {
  status: number
  headers: Headers
  html: string
  lang: string | undefined
  title: string
  /** Number of title elements. */
  titles: number
  /** All contents by name or property. */
  meta: Map<string, string[]>
  links: { rel: string; lang: string | undefined; href: string }[]
}

export async function readHead(answer: Response): Promise<PageHead> {
  const html = await answer.text()
  const meta = new Map<string, string[]>()
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const { name, property, content } = attributes(tag)
    const key = name ?? property
    if (key) meta.set(key, [...(meta.get(key) ?? []), content ?? ''])
  }
  const links = [...html.matchAll(/<link [^>]*>/g)]
    .map(([tag]) => attributes(tag))
    .map(({ rel = '', hreflang, href = '' }) => ({ rel, lang: hreflang, href }))
  const titles = [...html.matchAll(/<title[^>]*>([^<]*)<\/title>/g)]
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    lang: /<html lang="([^"]*)"/.exec(html)?.[1],
    title: unescaped(titles[0]?.[1] ?? ''),
    titles: titles.length,
    meta,
    links,
  }
}
