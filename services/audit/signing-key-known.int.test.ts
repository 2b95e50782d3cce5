import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorker } from '../../infra/local/application.ts'
import { startProduct, type Product } from '../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../infra/testing/wait-until.ts'
import { openSigningKey } from './signing-key.ts'
import { replacesAnother } from './signing-key-known.ts'

const lines: string[] = []
let product: Product
beforeAll(async () => {
  product = await startProduct({
    env: { LEDGER_KEY: randomBytes(32).toString('hex') },
    log: (line) => lines.push(line),
  })
})
afterAll(() => product?.close())

const own = () => openSigningKey({ seed: product.env['LEDGER_KEY'], file: '' })
const stranger = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
const isTold = () =>
  lines.some(
    (line) =>
      line.includes('"level":60') &&
      line.includes("the ledger's signing key is new, although another key has signed before"),
  )

it('a key that replaces another is logged at level fatal, but not the first key or one that has signed before', async () => {
  expect(await replacesAnother(product.pool, own())).toBe(false)
  const cafe = await product.business()
  const { code } = await product.buyer()
  await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: code, amountSpent: 5_000 })
  await waitUntil('a head is signed', async () => (await product.pool.query('SELECT FROM ledger_keys')).rowCount === 1)
  expect(await replacesAnother(product.pool, own())).toBe(false)
  expect(await replacesAnother(product.pool, stranger)).toBe(true)

  await product.api.stop()
  await product.restartApi()
  expect(isTold()).toBe(false)
  await product.pool.query('UPDATE ledger_keys SET key_id = $1', [stranger.keyId])
  await product.api.stop()
  await product.restartApi()
  await waitUntil('the API tells it', isTold)
  lines.length = 0
  await product.worker.stop()
  const worker = await startWorker(product.workerEnv, (line) => lines.push(line))
  try {
    await waitUntil('the worker tells it', isTold)
  } finally {
    await worker.stop()
  }
}, 60_000)
