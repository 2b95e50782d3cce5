import { PAGES, type PagePath } from '#contracts/pages/page-metadata.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { createPreparedAnswer } from '../../http/prepared-answer.ts'
import { publicOrigin } from '../../http/public-origin.ts'

const HOUR_SECONDS = 60 * 60
/** Bounds how long a leaving business stays listed. */
const MADE_EVERY_MS = 2_000

/** R22: listed pages and active businesses, in both languages. */
export function sitemap(app: App, deps: Deps): void {
  const sendSitemap = createPreparedAnswer(async (origin) => {
    const businesses = await deps.directory.slugs()
    const entries = [
      ...listedPages().map((path) => entry(origin + path)),
      ...businesses.map(({ slug, updatedAt }) => entry(`${origin}/business/${slug}`, updatedAt)),
    ]
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
  }, MADE_EVERY_MS)
  app.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) =>
    sendSitemap(
      publicOrigin(request, deps.env),
      request,
      reply.type('application/xml; charset=utf-8').header('cache-control', `public, max-age=${HOUR_SECONDS}`),
    ),
  )
}

/** By canonical address, once. */
function listedPages(): string[] {
  const paths = (Object.keys(PAGES) as PagePath[]).filter((path) => PAGES[path].listed && !path.includes(':'))
  return [...new Set(paths.map((path) => ('canonical' in PAGES[path] ? String(PAGES[path].canonical) : path)))]
}

function entry(address: string, changedAt?: Date): string {
  const alternate = (tag: string, href: string) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`
  const changed = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : ''
  return `<url><loc>${address}</loc>${changed}${alternate('hy', `${address}?lang=hy`)}${alternate('en', `${address}?lang=en`)}${alternate('x-default', address)}</url>`
}
