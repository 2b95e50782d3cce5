import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { PublicReady } from '#contracts/calls/health.ts'
import { buildingLine, untilProductReady } from './until-product-ready.ts'

const part = { ok: true }
const answer = (building: PublicReady['projection']['building']): PublicReady => ({
  status: building ? 'not_ready' : 'ready',
  store: part,
  postgres: { ...part, clockAheadSeconds: 0 },
  redis: part,
  projection: { ok: !building, generation: 2, checkpoint: '1', head: '1', caughtUp: true, stoppedBy: null, building },
  selfCheck: { lastAt: null, differences: 0 },
  queue: { ...part, waiting: 0, failed: 0 },
})

const server = createServer()
afterEach(() => server.close())

it('tells how far the read models are until they are built', async () => {
  const answers = [answer({ fraction: 0.25, secondsLeft: 30 }), answer({ fraction: 0.5, secondsLeft: 20 })]
  server.on('request', (_request, response) => response.end(JSON.stringify(answers.shift() ?? answer(null))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lines: (string | undefined)[] = []
  const url = `http://127.0.0.1:${port}`
  expect(
    await untilProductReady(
      url,
      () => {},
      (line) => lines.push(line),
    ),
  ).toBeUndefined()
  expect(lines).toEqual([
    'Building the read models of this version: 25 %, about 30 s left',
    'Building the read models of this version: 50 %, about 20 s left',
    undefined,
  ])
})

it.each([
  [null, '99 %'],
  [600, '99 %, about 10 min left'],
  [27_000, '99 %, about 8 h left'],
])('with %s seconds left says "%s"', (secondsLeft, says) => {
  expect(buildingLine({ fraction: 0.999, secondsLeft })).toBe(`Building the read models of this version: ${says}`)
})
