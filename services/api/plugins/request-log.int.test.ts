import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

const logged: string[] = []
let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'info' }, log: (line) => logged.push(line) })
})
afterAll(() => product.close())

const lineOf = (requestId: string | null) =>
  waitUntil('the line of a request', () => {
    const found = logged.filter(
      (line) => line.includes('"msg":"request"') && line.includes(`"requestId":"${requestId}"`),
    )
    expect(found.length).toBeLessThan(2)
    return found[0] && (JSON.parse(found[0]) as Record<string, unknown>)
  })

it("logs one line per request, found by the response's id, without codes, queries or bodies", async () => {
  const cafe = await product.business()
  const ani = await product.buyer()
  const award = () =>
    cafe.write<{ requestId?: string }>(
      'POST',
      `/api/business/${cafe.id}/award-points`,
      { buyerId: ani.code, amountSpent: 12_345, receipt: 'R-4711' },
      randomUUID(),
    )
  const [done, refused] = [await award(), await award()]
  expect([done.status, refused.status]).toEqual([200, 409])
  const route = '/api/business/:id/award-points'
  expect(await lineOf(done.headers.get('x-request-id'))).toMatchObject({
    method: 'POST',
    route,
    status: 200,
    ms: expect.any(Number),
    actorId: cafe.id,
  })
  // Also in the refusal's body.
  expect(refused.body.requestId).toBe(refused.headers.get('x-request-id'))
  expect(await lineOf(refused.headers.get('x-request-id'))).toMatchObject({ route, status: 409, actorId: cafe.id })

  const verified = await cafe.get(`/api/buyer/verify/${ani.code}`)
  expect(await lineOf(verified.headers.get('x-request-id'))).toMatchObject({
    method: 'GET',
    route: '/api/buyer/verify/:buyerId',
    status: 200,
  })
  const visitor = await fetch(`${product.address}/api/nothing?token=secret-1`)
  expect(await lineOf(visitor.headers.get('x-request-id'))).toMatchObject({ status: 404, actorId: null })
  for (const trace of [ani.code, 'secret-1', 'R-4711', '12345', cafe.email])
    expect(logged.join('\n')).not.toContain(trace)
})
