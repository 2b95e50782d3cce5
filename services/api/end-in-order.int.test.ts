/** API shutdown under load: two processes end one after the other, unnoticed by callers. */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEnv } from '#platform/env/env.ts'
import type { Person } from '../../infra/testing/people/person.ts'
import { startProduct, type Product } from '../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../infra/testing/wait-until.ts'
import type { App } from './app-type.ts'
import { buildApp } from './app.ts'
import { openDeps, type Deps } from './deps.ts'
import { endInOrder } from './end-in-order.ts'

/** Longer than a busy machine may stall between two requests. */
const DRAIN_MS = 2_000
const LANES = 16

let product: Product
let second: string
let buyer: Person

beforeAll(async () => {
  product = await startProduct({ env: { DRAIN_MS: String(DRAIN_MS) } })
  second = await product.startSecondApi()
  buyer = await product.buyer()
})
afterAll(() => product.close())

/** An API in this process, without a drain pause. */
async function another(prepare: (app: App) => void = () => {}): Promise<{ app: App; deps: Deps; address: string }> {
  const deps = await openDeps(readEnv({ ...product.env, PORT: '0', DRAIN_MS: '0' }), pino({ level: 'silent' }))
  const app = await buildApp(deps)
  prepare(app)
  return { app, deps, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** As a load balancer asks, over kept-alive connections. */
function ask(agent: Agent, url: string): Promise<{ outcome: number | string; connection?: string | undefined }> {
  return new Promise((resolve) => {
    request(url, { agent, headers: { cookie: buyer.cookie } }, (answer) =>
      answer
        .resume()
        .on('end', () => resolve({ outcome: answer.statusCode ?? 0, connection: answer.headers.connection })),
    )
      .on('error', (error: NodeJS.ErrnoException) => resolve({ outcome: error.code ?? error.message }))
      .end()
  })
}

it('two API processes restarted one after the other under load answer every request', async () => {
  const agent = new Agent({ keepAlive: true })
  // Targets of the load balancer.
  let healthy = [product.address, second]
  const answers = new Map<number | string, number>()
  let over = false
  const lane = async (): Promise<void> => {
    for (let turn = 0; !over; turn += 1) {
      const { outcome } = await ask(agent, `${healthy[turn % healthy.length]}/api/buyer/${buyer.id}/points`)
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
    }
  }
  const lanes = Array.from({ length: LANES }, lane)
  for (let round = 0; round < 3; round += 1) {
    await waitUntil('both are asked', async () => (answers.get(200) ?? 0) > round * 500)
    const ended = product.api.stop()
    await waitUntil(
      'a balancer is told',
      async () => (await fetch(`${product.address}/api/health/ready`)).status === 503,
    )
    expect(await ask(agent, `${product.address}/api/health`)).toEqual({ outcome: 200, connection: 'close' })
    healthy = [second]
    await ended
    await product.restartApi()
    healthy = [product.address, second]
  }
  over = true
  await Promise.all(lanes)
  agent.destroy()
  expect([...answers.keys()]).toEqual([200])
}, 120_000)

it('a request that arrives during closing is served', async () => {
  const agent = new Agent()
  let late: unknown
  const { app, deps } = await another((opened) => {
    opened.addHook(
      'preClose',
      async () => void (late = await ask(agent, `${opened.listeningOrigin}/api/buyer/${buyer.id}/points`)),
    )
  })
  await endInOrder(app, deps)
  expect(late).toEqual({ outcome: 200, connection: 'close' })
}, 15_000)

it('half a request from a stalled client does not delay shutdown', async () => {
  const { app, deps, address } = await another()
  const quiet = connect(Number(new URL(address).port), '127.0.0.1')
  const gone = new Promise((resolve) => quiet.on('close', resolve).on('error', resolve))
  quiet.write(
    'POST /api/auth/login HTTP/1.1\r\nhost: hatik\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  )
  await waitUntil(
    'it is heard',
    async () =>
      (await new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))) === 1,
  )
  await endInOrder(app, deps, { cutOffMs: 300 })
  await gone
}, 15_000)

it('an unused connection preopened by a browser does not delay shutdown', async () => {
  const { app, deps, address } = await another()
  const ahead = connect(Number(new URL(address).port), '127.0.0.1')
  const gone = new Promise((resolve) => ahead.on('close', resolve).on('error', resolve))
  await waitUntil(
    'it is open',
    async () =>
      (await new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))) === 1,
  )
  const beganAt = performance.now()
  await endInOrder(app, deps)
  await gone
  expect(performance.now() - beganAt).toBeLessThan(5_000)
}, 20_000)
