import fp from 'fastify-plugin'

/**
 * How many requests begin in one turn. With more, more of them share a wake-up of the next process; with fewer, that process begins sooner.
 * Measured with 2, 4, 8 and 16 (decision 28).
 */
export const REQUESTS_A_TURN = 8

/**
 * At most REQUESTS_A_TURN requests begin in one turn of the event loop; the others begin in the next ones, in the order in which they came.
 * Without it a turn takes everything that the sockets hold, and what a request asks of Redis, the ledger and PostgreSQL leaves only when
 * the last of them is through: all wait for each other at every stop, and the other processor for all of them (decision 28).
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
