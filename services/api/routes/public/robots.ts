import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../http/public-origin.ts'

/** Unlisted pages use noindex: naming them here would advertise them, above all the staff sign-in (C16). */
export function robots(app: App, deps: Deps): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${publicOrigin(request, deps.env)}/sitemap.xml\n`),
  )
}
