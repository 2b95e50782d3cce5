import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PublicReady } from '#contracts/calls/health.ts'
import { viewsSchema, READ_MODELS } from '#platform/postgres/read-models.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

const OTHER = '0000aaaa'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

it('an API without read models of its version lives, but is not ready until the worker has built them', async () => {
  const [cafe, ani] = [await product.business(), await product.buyer()]
  const award = async (receipt: string) => {
    const { token } = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
      buyerId: ani.code,
      amountSpent: 500,
      receipt,
    })
    ani.sees(token)
  }
  await award('R-17')
  const statement = () => ani.get<{ lines: { receipt: string }[] }>(`/api/buyer/${ani.id}/statement/${cafe.id}`)
  expect((await statement()).body.lines).toMatchObject([{ receipt: 'R-17' }])
  const ready = async () => {
    const response = await fetch(`${product.address}/api/health/ready`)
    return { status: response.status, body: (await response.json()) as PublicReady }
  }
  expect((await ready()).body.projection.building).toBeNull()

  await product.worker.stop()
  // As after an upgrade from a version with other read models.
  await product.pool.query(
    `UPDATE projection_generations SET definitions = '${OTHER}'; ALTER SCHEMA ${viewsSchema(READ_MODELS)} RENAME TO read_${OTHER}`,
  )
  const { status, body } = await ready()
  expect([status, body.status, body.projection.building]).toEqual([
    503,
    'not_ready',
    { fraction: 0, secondsLeft: null },
  ])
  expect((await fetch(`${product.address}/api/health`)).status).toBe(200)
  const refused = await statement()
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  // Decided by the log, so a counter goes on.
  await award('R-18')

  await product.restartWorker()
  await waitUntil('the read models of this version', async () => (await ready()).status === 200)
  await waitUntil(
    'the award made meanwhile',
    async () => (await statement()).body.lines.map(({ receipt }) => receipt).join() === 'R-18,R-17',
  )
  const { rows } = await product.pool.query(
    'SELECT generation, definitions, live, serving, events FROM projection_generations ORDER BY generation',
  )
  expect(rows).toEqual([
    { generation: 1, definitions: OTHER, live: true, serving: true, events: 1 },
    { generation: 2, definitions: READ_MODELS, live: false, serving: true, events: 2 },
  ])
})
