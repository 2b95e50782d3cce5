import fp from 'fastify-plugin'

/** For support. No address, query or body, because these hold codes, searches and tokens. */
export const requestLog = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId, routeOptions, session } = request
    const line = {
      requestId,
      method,
      route: routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      actorId: session?.userId ?? null,
    }
    app.log.info(line, 'request')
    done()
  })
})
