import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../http/public-origin.ts'

/** Months that security.txt holds; RFC 9116 recommends less than a year. */
const VALID_MONTHS = 6

/** Unlisted pages use noindex: naming them here would advertise them, above all the staff sign-in (C16). */
export function robots(app: App, deps: Deps): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${publicOrigin(request, deps.env)}/sitemap.xml\n`),
  )
}

/** Where to report a vulnerability (RFC 9116). */
export function securityText(app: App, deps: Deps): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (request, reply) => {
    const now = new Date()
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS, 1))
    const lines = [
      `Contact: mailto:${deps.env.SUPPORT_EMAIL}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: hy, en',
      `Canonical: ${publicOrigin(request, deps.env)}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
