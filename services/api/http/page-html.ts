/** HTML for crawlers and people without scripts: the built page with the address's head (R22). */
import { BRANDS, SERVER_HEAD, type Head } from '#contracts/pages/page-metadata.ts'
import { STRUCTURED_DATA } from '#contracts/pages/structured-data.ts'
import { SUPPORT_META, type Support } from '#contracts/calls/support.ts'
import { REPLIES } from '#contracts/pages/rendered-pages.ts'
import { escapeHtml } from '#platform/mail/escape-html.ts'
import type { RenderedPage } from './render-page.ts'

const LOCALES = { hy: 'hy_AM', en: 'en_US' } as const

/** Kept when the app navigates. */
const LASTING =
  '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icons/apple-touch-180.png">'

/** `rendered`: the page for a visitor, with what it was rendered from. `origin`: public scheme and host. `cover`: the page's largest picture. `data`: structured data. */
export function pageHtml(
  template: string,
  {
    head,
    origin,
    support,
    preloads = [],
    cover,
    data,
    rendered,
  }: {
    head: Head
    origin: string
    support: Support
    preloads?: readonly string[]
    cover?: string | null
    data?: object
    rendered?: RenderedPage | undefined
  },
): string {
  const tag = (name: string, attributes: Record<string, string>) =>
    `<${name} ${SERVER_HEAD}${Object.entries(attributes)
      .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      .join('')}>`
  const meta = (property: string, content: string) => tag('meta', { property, content })
  const title = escapeHtml(head.title)
  const tags = [
    `<title ${SERVER_HEAD}>${title}</title>`,
    tag('meta', { name: 'description', content: head.description }),
    ...(head.listed ? [] : [tag('meta', { name: 'robots', content: 'noindex' })]),
    tag('link', { rel: 'canonical', href: origin + head.canonical }),
    ...Object.entries(head.alternates).map(([hreflang, address]) =>
      tag('link', { rel: 'alternate', hreflang, href: origin + address }),
    ),
    meta('og:title', head.title),
    meta('og:description', head.description),
    meta('og:url', origin + head.canonical),
    meta('og:type', 'website'),
    meta('og:site_name', BRANDS[head.lang === 'hy' ? 'am' : 'en']),
    meta('og:locale', LOCALES[head.lang]),
    meta('og:image', origin + head.image),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    LASTING,
    ...(cover ? [`<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(cover)}">`] : []),
    ...preloads.map((file) => `<link rel="modulepreload" crossorigin href="${escapeHtml(file)}">`),
    `<meta name="${SUPPORT_META}" content="${escapeHtml(JSON.stringify(support))}">`,
    ...(data
      ? [`<script type="application/ld+json" id="${STRUCTURED_DATA}" ${SERVER_HEAD}>${scriptJson(data)}</script>`]
      : []),
  ]
  // Functions, because a `$` in a business's name would act as a pattern.
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${head.lang}"`)
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
    .replace(ROOT, () => (rendered === undefined ? ROOT : withPage(rendered)))
}

const ROOT = '<div id="root"></div>'

const withPage = ({ html, language, replies }: RenderedPage): string =>
  `<div id="root" data-language="${language}">${html}</div><script type="application/json" id="${REPLIES}">${scriptJson(replies)}</script>`

/** No text in it ends the element. */
const scriptJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c')
