import { describe, expect, it } from 'vitest'
import { productWithAdmin } from '../../../infra/testing/servers/product-with-admin.ts'

const { product, admin } = await productWithAdmin()
const cafe = await product.business()

describe('the board of the queues (H30)', () => {
  const at = (path: string, cookie: string) =>
    fetch(`${product.address}/api/admin/queues/board${path}`, { headers: { cookie } })

  it("the queue board requires an administrator's session, for all its files, and loads nothing from elsewhere", async () => {
    for (const path of ['/', '/api/queues', '/static/css/main.css']) {
      expect([path, (await at(path, '')).status]).toEqual([path, 401])
      expect([path, (await at(path, cafe.cookie)).status]).toEqual([path, 403])
    }
    const page = await at('/', admin.cookie)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("script-src 'self'"),
    ])
    const script = /src="(static\/js\/[^"]+)"/.exec(await page.text())?.[1]
    expect((await at(`/${script}`, admin.cookie)).status).toBe(200)
    const { queues } = (await (await at('/api/queues', admin.cookie)).json()) as {
      queues: { name: string; readOnlyMode: boolean }[]
    }
    expect(queues.map(({ name }) => name)).toContain('projection')
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true)
  })

  it('the queue board refuses like every other call, and reveals no stack trace', async () => {
    const refused = async (path: string, options: RequestInit) => {
      const answer = await fetch(`${product.address}/api/admin/queues/board/api/queues${path}`, options)
      const body = (await answer.json()) as Record<string, unknown>
      expect(
        Object.keys(body)
          .toSorted()
          .filter((key) => key !== 'issues'),
      ).toEqual(['code', 'message', 'requestId'])
      return [answer.status, body['code']]
    }
    expect(await refused('/projection/pause', { method: 'PUT', headers: { origin: 'https://evil.test' } })).toEqual([
      403,
      'foreign_origin',
    ])
    expect(
      await refused('/projection/pause', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{' }),
    ).toEqual([400, 'invalid_input'])
    expect(await refused('?page=%00', {})).toEqual([400, 'invalid_input'])
    expect(await refused('', {})).toEqual([401, 'not_signed_in'])
    expect(await refused('', { headers: { cookie: cafe.cookie } })).toEqual([403, 'forbidden'])
  })
})
