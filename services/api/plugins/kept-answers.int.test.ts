import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedis } from '#platform/redis/redis.ts'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

const NEW_PASSWORD = 'Third-horse-3'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })

describe('replayed response', () => {
  const change = (who: Person, key: string, newPassword = NEW_PASSWORD, cookie = who.cookie) =>
    who.send(
      'POST',
      '/api/admin/password',
      { currentPassword: PASSWORD, newPassword },
      { 'idempotency-key': key, cookie },
    )

  it('holds the new session and needs the old cookie, the key and the body (H17)', async () => {
    const [admin, davit] = [await signInStaff(product, 'admin'), await product.buyer()]
    const key = randomUUID()
    const first = await change(admin, key)
    const again = await change(admin, key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(cookieOf(again.headers)).toBe(cookieOf(first.headers))
    const renewed = Object.assign(admin.at(product.address), { cookie: cookieOf(again.headers) })
    expect((await renewed.get('/api/auth/me')).status).toBe(200)

    expect((await admin.get('/api/auth/me')).status).toBe(401)
    expect((await change(admin, randomUUID())).status).toBe(401)
    expect((await change(admin, key, 'Fourth-horse-4')).status).toBe(401)
    expect((await change(admin, key, NEW_PASSWORD, '')).status).toBe(401)
    expect((await change(admin, key, NEW_PASSWORD, davit.cookie)).status).toBe(403)
  })

  it('leaves no second session after a repeated sign-in', async () => {
    const ani = await product.buyer()
    const key = randomUUID()
    const signIn = () => visitor().write('POST', '/api/auth/login', { email: ani.email, password: PASSWORD }, key)
    await signIn()
    ani.cookie = cookieOf((await signIn()).headers)
    expect((await ani.get<object[]>('/api/auth/sessions')).body).toHaveLength(2)
  })

  it('sends one mail, because a second would invalidate its link', async () => {
    const ani = await product.buyer()
    const key = randomUUID()
    for (const _ of ['first', 'again'])
      expect((await visitor().write('POST', '/api/auth/forgot-password', { email: ani.email }, key)).status).toBe(200)
    await product.mailTo(ani.email, /Reset/)
    await waitUntil(
      'nothing is asked for any more',
      async () => (await product.pool.query('SELECT 1 FROM mail_requests')).rowCount === 0,
    )
    expect((await product.pool.query('SELECT 1 FROM mail_outbox WHERE user_id = $1', [ani.id])).rowCount).toBe(1)
  })

  it('is for its route only, even with the same key and body', async () => {
    const ani = await product.buyer()
    const key = randomUUID()
    const ask = async (what: string) =>
      (await visitor().write('POST', `/api/auth/${what}`, { email: ani.email }, key)).headers.get(
        'idempotency-replayed',
      )
    expect([await ask('forgot-password'), await ask('resend-verification'), await ask('resend-verification')]).toEqual([
      null,
      null,
      'true',
    ])
  })

  it('cannot be read in Redis and expires after two minutes', async () => {
    const ani = await product.buyer()
    const redis = createRedis(product.services.redisUrl)
    const names = () => redis.keys('hatik:answer:*')
    const before = await names()
    const { headers } = await ani.send(
      'POST',
      '/api/auth/login',
      { email: ani.email, password: PASSWORD },
      { 'idempotency-key': randomUUID() },
    )
    const made = (await names()).filter((name) => !before.includes(name))
    // Under the old cookie and the new session's.
    expect(made).toHaveLength(2)
    const cookies = headers.getSetCookie().map((line) => line.split(';')[0]!.split('=')[1]!)
    for (const name of made) {
      const kept = (await redis.getBuffer(name))!.toString('latin1')
      for (const secret of [ani.email, PASSWORD, NEW_PASSWORD, ...cookies]) expect(kept).not.toContain(secret)
      expect(await redis.ttl(name)).toBeGreaterThan(60)
      expect(await redis.ttl(name)).toBeLessThanOrEqual(120)
    }
    redis.disconnect()
  })

  it('is not stored for a refused call', async () => {
    const ani = await product.buyer()
    const key = randomUUID()
    await product.pool.query('UPDATE users SET email = $2 WHERE id = $1', [
      (await product.buyer()).id,
      `taken-${ani.id}@hatik.test`,
    ])
    const move = () =>
      ani.send(
        'PATCH',
        '/api/auth/profile',
        {
          firstName: 'Անի',
          lastName: 'Գնորդ',
          userId: ani.id,
          email: `taken-${ani.id}@hatik.test`,
          phone: '',
          currentPassword: PASSWORD,
        },
        { 'idempotency-key': key },
      )
    expect((await move()).status).toBe(409)
    await product.pool.query('UPDATE users SET email = $2 WHERE email = $1', [
      `taken-${ani.id}@hatik.test`,
      `free-${ani.id}@hatik.test`,
    ])
    expect((await move()).status).toBe(200)
  })
})
