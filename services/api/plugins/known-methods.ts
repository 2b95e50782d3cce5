import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ApiError } from '../http/api-error.ts'

type Known = { pattern: RegExp; methods: Set<string> }

/** 405 with `allow`, instead of 404, for an API address without this method. Register before the routes. */
export const knownMethods = fp(async (app) => {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const one = known.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    known.set(url, one)
    for (const each of [method].flat()) one.methods.add(each)
  })

  const methodsAt = (path: string): string[] =>
    [...known.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []))

  app.addHook('onRequest', async (request, reply) => {
    if (!isUnanswered(request)) return
    const methods = methodsAt(request.url.split('?')[0] ?? '')
    if (methods.length === 0) return
    reply.header('allow', [...new Set(methods)].toSorted().join(', '))
    if (request.method === 'OPTIONS') return reply.status(204).send()
    throw new ApiError('method_not_allowed')
  })
})

/** Unmatched GETs reach the pages' catch-all, other methods the not-found handler. */
const isUnanswered = ({ url, is404, routeOptions }: FastifyRequest): boolean =>
  url.startsWith('/api/') && (is404 || routeOptions.url === '/*')

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.]/g, '\\.')))
  return new RegExp(`^${parts.join('/')}/?$`)
}
