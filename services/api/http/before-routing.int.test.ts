/** Input that no route sees is refused with a code and without an echo. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorSchema } from '#contracts/calls/errors.ts'
import { sendRaw } from '../../../infra/testing/servers/send-raw.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const LONG = 'a'.repeat(200)

it.each([
  ['GET', '/api/business/%ff/stats'],
  ['GET', '/api/%E0%A4%A'],
  ['POST', '/api/business/%/award-points'],
  ['POST', `/api/buyer/${LONG}/redeem`],
])('refuses %s %s with a code, uncached', async (method, path) => {
  const answer = await fetch(product.address + path, { method })
  expect(await answer.json()).toEqual({
    code: 'invalid_input',
    message: 'Invalid input',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    400,
    'application/json; charset=utf-8',
    'no-store',
  ])
})

it.each([
  [
    'headers that are too large',
    `GET /api/health HTTP/1.1\r\nhost: hatik\r\ncookie: secret=${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'too_large',
    'Request is too large',
  ],
  [
    'headers of which more comes than anybody reads',
    `GET /api/health HTTP/1.1\r\nhost: hatik\r\ncookie: secret=${'a'.repeat(4_000_000)}\r\n\r\n`,
    431,
    'too_large',
    'Request is too large',
  ],
  ['a line that asks for nothing', 'POST secret\r\n\r\n', 400, 'invalid_input', 'Invalid input'],
  [
    'a header that is none',
    'GET /api/health HTTP/1.1\r\nhost: hatik\r\nsecret\r\n\r\n',
    400,
    'invalid_input',
    'Invalid input',
  ],
])(
  'a malformed request is refused with a code, and the connection ends: %s',
  async (_what, sent, status, code, message) => {
    const { head, body } = await sendRaw(product.address, sent)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\n`))
    expect(head.toLowerCase()).toContain('\r\nconnection: close')
    expect(head.toLowerCase()).toContain('\r\ncontent-type: application/json')
    expect(errorSchema.parse(JSON.parse(body))).toEqual({
      code,
      message,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(body).not.toContain('secret')
    expect((await fetch(`${product.address}/api/health`)).status).toBe(200)
  },
)
