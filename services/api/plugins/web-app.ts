/** Serves the built SPA: hashed assets cached for a year, other files revalidated. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { slugSchema } from '#contracts/calls/directory.ts'
import { ERRORS } from '#contracts/calls/errors.ts'
import { headOf, LANGUAGE_COOKIE, languageOf, pageAt } from '#contracts/pages/page-metadata.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { localBusiness } from '#contracts/pages/structured-data.ts'
import type { Support } from '#contracts/calls/support.ts'
import type { Deps } from '../deps.ts'
import { pageHtml } from '../http/page-html.ts'
import { readTemplate } from '../http/page-template.ts'
import { publicOrigin } from '../http/public-origin.ts'
import { openRenderer, type RenderedPage } from '../http/render-page.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

export const webApp = fp(async (app, { deps }: { deps: Deps }) => {
  const folder = path.resolve(deps.env.WEB_ROOT)
  const template = readTemplate(folder)?.html
  const preloadsOf = readPreloads(path.join(folder, 'preloads.json'))
  const render = await openRenderer(app, folder, supportOf(deps.env))
  if (template !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      // Answered by routes or through their originals.
      globIgnore: [
        'server/**',
        'index.html',
        'robots.txt',
        'sitemap.xml',
        'manifest.webmanifest',
        '**/*.br',
        '**/*.gz',
      ],
      setHeaders(reply, file) {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
    // For the service worker, offline.
    app.get('/index.html', { schema: { hide: true } }, (request, reply) => page(request, reply, template, '/', false))
    // Not the not-found handler, which does not compress.
    app.get('/*', { schema: { hide: true } }, (request, reply) => {
      const address = request.url.split('?')[0] ?? ''
      if (!isPage(address, request.headers.accept)) return nothing(request, reply)
      // The app ignores case; each page gets one address (R22).
      const lower = address.toLowerCase()
      if (!pageAt(address) && pageAt(lower)) return reply.redirect(lower + request.url.slice(address.length), 301)
      return page(request, reply, template, decoded(address))
    })
  } else
    app.log.warn(
      { folder },
      'WEB_ROOT contains no web app: every page returns 404. Build it: see infra/docs/operating.md',
    )

  const nothing = (request: FastifyRequest, reply: FastifyReply) =>
    reply.status(404).send({ code: 'not_found', message: ERRORS.not_found[1], requestId: request.id })
  app.setNotFoundHandler(nothing)

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    html: string,
    address: string,
    isRendered = true,
  ): Promise<FastifyReply> {
    const query = new URLSearchParams(request.url.split('?')[1])
    const language = languageOf(query, request.cookies[LANGUAGE_COOKIE])
    const origin = publicOrigin(request, deps.env)
    const at = pageAt(address)
    const rendered = isRendered && at ? await renderedFor(request, at, query, language) : undefined
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
          cover: business?.takesPart ? business.coverUrl : null,
          ...(data === undefined ? {} : { data }),
          rendered,
        }),
      )
  }

  /**
   * For visitors only: a signed-in person's page shows more. Undefined leaves the rendering to the browser, also of a
   * search, whose addresses are endless.
   */
  async function renderedFor(
    request: FastifyRequest,
    { pattern, part }: NonNullable<ReturnType<typeof pageAt>>,
    query: URLSearchParams,
    language: Language,
  ): Promise<RenderedPage | undefined> {
    if (!render || app.sessionIdInCookie(request) !== undefined) return undefined
    if ([...query.keys()].some((name) => name !== 'lang')) return undefined
    try {
      return await render({ pattern, part, address: request.url, language, ip: request.ip })
    } catch (error) {
      app.log.warn({ err: error }, 'a page could not be rendered: the browser renders it')
      return undefined
    }
  }

  type Known = {
    business: Awaited<ReturnType<Deps['directory']['bySlug']>> | null
    rating?: { averageRating: number; totalReviews: number }
  }

  /** `business`: null if unknown, undefined if the database is down: then the page does not say that it is gone. */
  async function businessAt(slug: string): Promise<Known> {
    if (!slugSchema.safeParse(slug).success) return { business: null }
    try {
      return (await deps.directory.forHead(slug)) ?? { business: null }
    } catch (error) {
      app.log.warn({ err: error }, 'the business of a page could not be read: sending the page without its name')
      return { business: undefined }
    }
  }
})

const FILES = /^\/(?:assets|icons|logos|pictures|share)\//

/** File endings are pages only if requested as HTML: a visitor gets the 404 page (R17). */
const isPage = (address: string, accept = ''): boolean =>
  !address.startsWith('/api/') && (!/\.\w+$/.test(address) || (accept.includes('text/html') && !FILES.test(address)))

/** From the build (web/page-preloads.ts). */
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

/** Unchanged if it cannot be decoded. */
function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
