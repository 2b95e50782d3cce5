import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

it('older read models without a new column answer "busy", not a fault, until the worker has built its own', async () => {
  const [cafe, ani] = [await product.business(), await product.buyer()]
  const { token } = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 500,
    receipt: 'R-17',
  })
  ani.sees(token)
  const statement = () => ani.get<{ lines: { receipt: string }[] }>(`/api/buyer/${ani.id}/statement/${cafe.id}`)
  expect((await statement()).body.lines).toMatchObject([{ receipt: 'R-17' }])

  await product.worker.stop()
  // Renamed, the column is missing but keeps its data.
  await product.pool.query(
    'ALTER TABLE read_g1.movements RENAME COLUMN receipt TO another; ALTER VIEW read.movements RENAME COLUMN receipt TO another',
  )
  const { status, body } = await statement()
  expect([status, body.code]).toEqual([503, 'busy'])

  await product.restartWorker()
  await waitUntil('the read models of this version', async () => (await statement()).status === 200)
  expect((await statement()).body.lines).toMatchObject([{ receipt: 'R-17' }])
})
