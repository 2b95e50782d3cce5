import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieOf } from '../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { PUBLIC_URL: 'https://hatik.example', TRUSTED_PROXIES: 'loopback' } })
})
afterAll(() => product.close())

/** As a proxy passes it on. */
const call = (
  path: string,
  { cookie = '', proto = 'https', body }: { cookie?: string; proto?: string; body?: object },
) =>
  fetch(`${product.address}${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-proto': proto,
      'x-forwarded-for': '203.0.113.7',
      cookie,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
const lineOf = (answer: Response) => answer.headers.getSetCookie().find((line) => line.includes('Host-hatik='))

it('under https the session cookie is __Host-, HttpOnly and Secure; signing out clears it (H17)', async () => {
  const { email } = await product.buyer()
  const signedIn = await call('/api/auth/login', { body: { email, password: PASSWORD } })
  expect(signedIn.status).toBe(200)
  expect(lineOf(signedIn)).toMatch(/^__Host-hatik=[^;]{20,}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)

  const left = await call('/api/auth/logout', { cookie: cookieOf(signedIn.headers) })
  expect(left.status).toBe(200)
  expect(lineOf(left)).toMatch(/^__Host-hatik=; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
})

it('signing in without https, past the proxy, gives no session cookie', async () => {
  const { email } = await product.buyer()
  expect(lineOf(await call('/api/auth/login', { proto: 'http', body: { email, password: PASSWORD } }))).toBeUndefined()
})

it('refuses pages of the same host without https if PUBLIC_URL is https (H17)', async () => {
  const writeFrom = async (origin: string) =>
    (
      await fetch(`${product.address}/api/no-such-call`, {
        method: 'POST',
        headers: { origin, 'x-forwarded-proto': 'https' },
      })
    ).status
  expect([
    await writeFrom('https://hatik.example'),
    await writeFrom('http://hatik.example'),
    await writeFrom(product.address),
  ]).toEqual([404, 403, 403])
  expect(await writeFrom(product.address.replace('http:', 'https:'))).toBe(403)
})
