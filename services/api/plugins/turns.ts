import fp from 'fastify-plugin'

/**
 * How many requests begin in one turn. With more, more of them share one wake-up of the next process; with fewer, that process begins sooner.
 * Measured with 2, 4, 8 and 16 (decision 28).
 */
export const REQUESTS_A_TURN = 8

/**
 * At most REQUESTS_A_TURN requests begin in one turn of the event loop; the others begin in the following turns, in order of arrival.
 * Otherwise a turn handles everything that the sockets hold, and what a request asks of Redis, the ledger and PostgreSQL is sent only after
 * the last of them has begun: all wait for each other at every stop, while the other processor waits for all of them (decision 28).
 */
export const turns = fp(async (app) => {
  const waiting: (() => void)[] = []
  let begun = 0

  const nextTurn = (): void => {
    const now = waiting.splice(0, REQUESTS_A_TURN)
    begun = now.length
    if (begun > 0) setImmediate(nextTurn)
    for (const begin of now) begin()
  }

  app.addHook('onRequest', (_request, _reply, begin) => {
    if (begun === REQUESTS_A_TURN) return void waiting.push(begin)
    if (begun === 0) setImmediate(nextTurn)
    begun += 1
    begin()
  })
})
