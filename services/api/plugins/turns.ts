import fp from 'fastify-plugin'

/**
 * Requests that start per event-loop tick. More of them share one wake-up of the next process;
 * fewer let that process begin sooner. Measured with 2, 4, 8 and 16 (decision 28).
 */
export const REQUESTS_A_TURN = 8

/**
 * Starts at most REQUESTS_A_TURN requests per event-loop tick; the others follow in later ticks, in
 * order of arrival. Otherwise one tick starts everything in the sockets, and queries to Redis, the
 * ledger and PostgreSQL leave only after the last start. All requests then wait for each other
 * while the other processor idles (decision 28).
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
