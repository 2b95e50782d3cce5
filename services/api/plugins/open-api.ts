import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Env } from '#platform/env/env.ts'
import { describeDocument, type RouteFacts } from '../open-api/describe.ts'
import { INTRODUCTION } from '../open-api/introduction.ts'
import { nameSchemas } from '../open-api/named-schemas.ts'
import { createPreparedAnswer } from '../http/prepared-answer.ts'
import { sessionCookieName } from './sessions.ts'

const TAGS = [
  { name: 'auth', description: 'Signing up and in, and one’s own account.' },
  { name: 'business', description: 'The counter, the profile and the perks of a business.' },
  { name: 'figures', description: 'What a business has issued and owes in points.' },
  { name: 'billing', description: 'Plans, subscriptions and invoices.' },
  { name: 'buyer', description: 'Balances, redemptions, statements and reviews of a buyer.' },
  { name: 'public', description: 'What anybody may read.' },
  { name: 'live', description: 'What moves, as it happens.' },
  { name: 'ledger', description: 'What can be checked without trusting the server.' },
  { name: 'audit', description: 'The whole ledger, for auditors.' },
  { name: 'admin', description: 'For administrators.' },
  { name: 'health', description: 'For whoever runs it.' },
]

/** As an address of its own it would be wrong wherever another name leads here, and the page of the document may only call the host that it is from. */
const SERVERS = [{ url: '/', description: 'Where this document comes from.' }]

/** Of each address: a page of the document is ten calls, and one of them writes half a megabyte anew each time. */
const CALLS_PER_MINUTE = 100

/** The page that the package makes has no viewport of its own: a phone would show it as on a desk, in letters that nobody can read. */
const AS_WIDE_AS_THE_SCREEN = `document.head.append(Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=device-width, initial-scale=1' }))`

/** The same zod contracts, as OpenAPI 3.1 at /api/docs (and /api/docs/json), with what open-api/operations.ts says of each operation. */
export const openApi = fp(async (app, { env }: { env: Pick<Env, 'PUBLIC_URL' | 'RATE_LIMITS'> }) => {
  nameSchemas()
  const factsOf = new Map<string, RouteFacts>()
  app.addHook('onRoute', ({ method, url, config = {}, schema }) => {
    // As a call without one is judged: what the server reads then is null.
    const bodyMayBeMissing = schema?.body instanceof z.ZodType && schema.body.safeParse(null).success
    for (const each of [method].flat())
      factsOf.set(`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`, { ...config, bodyMayBeMissing })
  })

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Hatik', version: '0.1.0', description: INTRODUCTION },
      servers: SERVERS,
      tags: TAGS,
    },
    transform: jsonSchemaTransform,
    transformObject(given) {
      const document = structuredClone(jsonSchemaTransformObject(given))
      describeDocument(document as Parameters<typeof describeDocument>[0], {
        sessionCookie: sessionCookieName(env),
        factsOf,
      })
      return document
    },
  })
  const sendDocument = createPreparedAnswer(() => JSON.stringify(app.swagger()))
  const limited =
    env.RATE_LIMITS === 'off' ? {} : { onRequest: app.rateLimit({ max: CALLS_PER_MINUTE, timeWindow: 60_000 }) }
  const uiHooks = {
    ...limited,
    /** In place of the package's own answer, which is written and compressed anew for each call. */
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.routeOptions.url === '/api/docs/json')
        return sendDocument(
          '',
          request,
          reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache'),
        )
    },
  }
  // Its own policy would have a browser ask for all parts of the page over https, which a test system in the shop's network does not speak. Ours is stricter.
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    theme: { title: 'Hatik API', js: [{ filename: 'viewport.js', content: AS_WIDE_AS_THE_SCREEN }] },
    // Without the bar of another product, in which one could ask for another host's document.
    uiConfig: { layout: 'BaseLayout' },
    uiHooks,
  })
})
