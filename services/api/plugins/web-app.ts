/**
 * The built SPA: hashed assets for a year, everything else asked for anew. Its one page goes out with the head of the address that was
 * asked for, and with 404 where the app has no page. Unknown addresses of the API answer 404 in JSON.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { slugSchema } from '#contracts/calls/directory.ts'
import { ERRORS } from '#contracts/calls/errors.ts'
import { headOf, LANGUAGE_COOKIE, languageOf, pageAt } from '#contracts/pages/heads.ts'
import type { Language } from '#contracts/calls/session.ts'
import { localBusiness } from '#contracts/pages/structured-data.ts'
import type { Support } from '#contracts/calls/support.ts'
import type { Deps } from '../deps.ts'
import { pageHtml } from '../http/page-html.ts'
import { publicOrigin } from '../http/public-origin.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

export const webApp = fp(async (app, { deps }: { deps: Deps }) => {
  const folder = path.resolve(deps.env.WEB_ROOT)
  const index = path.join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  const preloadsOf = readPreloads(path.join(folder, 'preloads.json'))
  if (template !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      // The page is answered below; the others have routes of their own. Compressed forms are found beside their files.
      globIgnore: ['index.html', 'robots.txt', 'sitemap.xml', 'manifest.webmanifest', '**/*.br', '**/*.gz'],
      setHeaders(reply, file) {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
    // The page without an address: what the service worker keeps for the day without a network.
    app.get('/index.html', { schema: { hide: true } }, (request, reply) => page(request, reply, template, '/'))
    // A route and not the not-found handler: its answers are compressed like all others.
    app.get('/*', { schema: { hide: true } }, (request, reply) => {
      const address = request.url.split('?')[0] ?? ''
      if (!isPage(address, request.headers.accept)) return nothing(request, reply)
      // The app reads addresses in any case of their letters: each page has one, so that it is found under one (R22).
      const lower = address.toLowerCase()
      if (!pageAt(address) && pageAt(lower)) return reply.redirect(lower + request.url.slice(address.length), 301)
      return page(request, reply, template, decoded(address))
    })
  } else
    app.log.warn(
      { folder },
      'WEB_ROOT holds no web app: every page is answered with 404. Build it: vite build -c web/vite.config.ts',
    )

  const nothing = (request: FastifyRequest, reply: FastifyReply) =>
    reply.status(404).send({ code: 'not_found', message: ERRORS.not_found[1], requestId: request.id })
  app.setNotFoundHandler(nothing)

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    html: string,
    address: string,
  ): Promise<FastifyReply> {
    const query = new URLSearchParams(request.url.split('?')[1])
    const language = languageOf(query, request.cookies[LANGUAGE_COOKIE])
    const origin = publicOrigin(request, deps.env)
    const at = pageAt(address)
    const known = at?.pattern === '/business/:slug' ? await businessAt(at.part ?? '') : undefined
    const business = known?.business
    const head = headOf(address, query, language, headBusiness(known))
    const data = business?.takesPart
      ? localBusiness(business, known?.rating ?? { averageRating: 0, totalReviews: 0 }, {
          origin,
          address: head.canonical,
        })
      : undefined
    return reply
      .status(head.found ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-language', head.lang)
      .header('vary', 'cookie')
      .send(
        pageHtml(html, {
          head,
          origin,
          support: supportOf(deps.env),
          preloads: preloadsOf(at?.pattern, language),
          ...(data === undefined ? {} : { data }),
        }),
      )
  }

  type Known = {
    business: Awaited<ReturnType<Deps['directory']['bySlug']>> | null
    rating?: { averageRating: number; totalReviews: number }
  }

  /** Null: no such business. The page opens also while the database is away; then nothing is known of it, and nobody is told that it is gone. */
  async function businessAt(slug: string): Promise<Known> {
    if (!slugSchema.safeParse(slug).success) return { business: null }
    try {
      return (await deps.directory.forHead(slug)) ?? { business: null }
    } catch (error) {
      app.log.warn({ err: error }, 'a page is sent without the name of its business')
      return { business: undefined }
    }
  }
})

/** Where files lie, and no page. */
const FILES = /^\/(?:assets|icons|logos|pictures|share)\//

/** An address that ends like a file is one, unless it is asked for as people ask for pages: then they are told in words that there is none (R17). */
const isPage = (address: string, accept = ''): boolean =>
  !address.startsWith('/api/') && (!/\.\w+$/.test(address) || (accept.includes('text/html') && !FILES.test(address)))

/** The files that a page asks for once it runs, as the build has written them down (web/page-preloads.ts); none without a build. */
function readPreloads(file: string): (pattern: string | undefined, language: Language) => readonly string[] {
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<Language, string[]>>)
    : {}
  return (pattern = '', language) => known[pattern.replace(/^\/legal\/.*/, '/legal/:name')]?.[language] ?? []
}

const supportOf = (env: Deps['env']): Support => ({
  email: env.SUPPORT_EMAIL,
  phone: env.SUPPORT_PHONE,
  address: { am: env.SUPPORT_ADDRESS_AM, en: env.SUPPORT_ADDRESS_EN },
  instagram: env.SUPPORT_INSTAGRAM,
  telegram: env.SUPPORT_TELEGRAM,
})

function headBusiness(
  known:
    | { business: { takesPart: boolean; slug: string; businessName: string; description?: string } | null | undefined }
    | undefined,
) {
  const business = known?.business
  if (!business) return business
  const { slug, businessName, takesPart, description = '' } = business
  return { slug, businessName, takesPart, description }
}

/** As people read it; as it came where it cannot be read. */
function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
