/** An address that the router cannot read is refused as everything else is: with a code, and without an echo of what was asked for. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorSchema } from '#contracts/errors.ts'
import { startProduct, type Product } from '../../infra/quality/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const LONG = 'a'.repeat(200)

it.each([
  ['GET', '/api/business/%ff/stats'],
  ['GET', '/api/%E0%A4%A'],
  ['POST', '/api/business/%/award-points'],
  ['POST', `/api/buyer/${LONG}/redeem`],
])('%s %s is refused with a code, and the answer is kept nowhere', async (method, path) => {
  const answer = await fetch(product.address + path, { method })
  const text = await answer.text()
  expect(errorSchema.parse(JSON.parse(text))).toEqual({ code: 'invalid_input', message: 'Invalid input', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([400, 'application/json; charset=utf-8', 'no-store'])
  expect(text).not.toMatch(/FST_|%|aaa/)
})
