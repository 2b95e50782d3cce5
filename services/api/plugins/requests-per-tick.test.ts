import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { REQUESTS_PER_TICK, turns } from './requests-per-tick.ts'

/** Concurrent requests: their number and event-loop tick, in order of start. */
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

it('starts at most eight requests per event-loop tick, in order of arrival', async () => {
  const begun = await crowd(100)
  expect(begun.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, number) => number))
  const perTurn = Object.values(Object.groupBy(begun, ({ turn }) => turn)).map((together) => together?.length ?? 0)
  expect(Math.max(...perTurn)).toBe(REQUESTS_PER_TICK)
  // Every tick starts some, so the crowd is not slowed down.
  const [first, last] = [begun[0]!.turn, begun.at(-1)!.turn]
  expect(last - first).toBeLessThanOrEqual(Math.ceil(100 / REQUESTS_PER_TICK))
})

it('starts few requests in one tick', async () => {
  const begun = await crowd(REQUESTS_PER_TICK)
  expect(new Set(begun.map(({ turn }) => turn)).size).toBe(1)
})
