/** Decision 28: what a crowd of requests does to the turns of the event loop. */
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { REQUESTS_A_TURN, turns } from './turns.ts'

/** Carries out requests that all come at once. For each, in the order of their beginning: its number, and the turn of the event loop. */
async function crowd(requests: number): Promise<{ number: number; turn: number }[]> {
  const app = Fastify()
  await app.register(turns)
  const begun: { number: number; turn: number }[] = []
  let turn = 0
  app.addHook('onRequest', async (request) => void begun.push({ number: Number(request.headers['number']), turn }))
  app.get('/', async () => 'done')
  await app.ready()
  let counting = setImmediate(function count() {
    turn += 1
    counting = setImmediate(count)
  })
  try {
    const answers = await Promise.all(
      Array.from({ length: requests }, (_, number) => app.inject({ url: '/', headers: { number: String(number) } })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(requests).fill(200))
    return begun
  } finally {
    clearImmediate(counting)
    await app.close()
  }
}

it('begins at most eight requests in a turn, all of them, in the order in which they came', async () => {
  const begun = await crowd(100)
  expect(begun.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, number) => number))
  const perTurn = Object.values(Object.groupBy(begun, ({ turn }) => turn)).map((together) => together?.length ?? 0)
  expect(Math.max(...perTurn)).toBe(REQUESTS_A_TURN)
  // And no turn passes without one: a crowd is not slowed down, only divided.
  const [first, last] = [begun[0]!.turn, begun.at(-1)!.turn]
  expect(last - first).toBeLessThanOrEqual(Math.ceil(100 / REQUESTS_A_TURN))
})

it('lets few requests begin at once', async () => {
  const begun = await crowd(REQUESTS_A_TURN)
  expect(new Set(begun.map(({ turn }) => turn)).size).toBe(1)
})
