import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The same zod contracts, as OpenAPI 3.1 at /api/docs (and /api/docs/json). */
export const openApi = fp(async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Hatik',
        version: '0.1.0',
        description:
          'Loyalty points on a ledger that people can check. Writes carry an `Idempotency-Key`; their answers carry a `consistency-token` that a later GET may hand back to see them.',
      },
      tags: [{ name: 'auth' }, { name: 'business' }, { name: 'buyer' }, { name: 'public' }, { name: 'live' }, { name: 'health' }],
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
})
