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
  { name: 'auth', description: 'Sign-up, sign-in and the user’s own account.' },
  { name: 'business', description: 'Counter, profile and perks of a business.' },
  { name: 'till', description: 'A paired till, and who has unlocked it.' },
  { name: 'figures', description: 'Points that a business has issued and owes.' },
  { name: 'billing', description: 'Plans, subscriptions and invoices.' },
  { name: 'buyer', description: 'Balances, redemptions, statements and reviews of a buyer.' },
  { name: 'public', description: 'Public data, without signing in.' },
  { name: 'live', description: 'Live updates of points.' },
  { name: 'ledger', description: 'Proofs that can be verified without trusting the server.' },
  { name: 'audit', description: 'The whole ledger, for auditors.' },
  { name: 'admin', description: 'Administration.' },
  { name: 'health', description: 'Liveness and readiness, for operators.' },
]

/** Relative, because the docs page may only call its own host. */
const SERVERS = [{ url: '/', description: 'Where this document comes from.' }]

/** Per address: a docs page makes ten calls, and one compresses half a megabyte. */
const CALLS_PER_MINUTE = 100

/** Without a viewport, phones show the package's page unreadably small. */
const AS_WIDE_AS_THE_SCREEN = `document.head.append(Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=device-width, initial-scale=1' }))`

/** OpenAPI 3.1 from the zod contracts and open-api/operations.ts. */
export const openApi = fp(async (app, { env }: { env: Pick<Env, 'PUBLIC_URL' | 'RATE_LIMITS'> }) => {
  nameSchemas()
  const factsOf = new Map<string, RouteFacts>()
  app.addHook('onRoute', ({ method, url, config = {}, schema }) => {
    // A missing body is null.
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
    /** The package's own response is serialised and compressed per call. */
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.routeOptions.url === '/api/docs/json')
        return sendDocument(
          '',
          request,
          reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache'),
        )
    },
  }
  // The package's policy upgrades to https, which a test system in a shop lacks; Hatik's is stricter.
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    theme: { title: 'Hatik API', js: [{ filename: 'viewport.js', content: AS_WIDE_AS_THE_SCREEN }] },
    // The top bar can load documents from other hosts.
    // Tags are closed at first: beyond 137 open operations the page never finishes drawing them.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none' },
    uiHooks,
  })
})
