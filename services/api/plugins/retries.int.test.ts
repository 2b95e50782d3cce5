import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedis } from '#platform/redis/redis.ts'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

const NEW_PASSWORD = 'Third-horse-3'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })

describe('the retry of a write that changed its session', () => {
  const change = (who: Person, key: string, newPassword = NEW_PASSWORD, cookie = who.cookie) =>
    who.send(
      'POST',
      '/api/admin/password',
      { currentPassword: PASSWORD, newPassword },
      { 'idempotency-key': key, cookie },
    )

  it('goes on in the new session, and is for who has the old cookie, the key and the body: one of them alone opens nothing (H17)', async () => {
    const [admin, davit] = [await signInStaff(product, 'admin'), await product.buyer()]
    const key = randomUUID()
    const first = await change(admin, key)
    const again = await change(admin, key)
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true'])
    const renewed = Object.assign(admin.at(product.address), { cookie: cookieOf(again.headers) })
    expect((await renewed.get('/api/auth/me')).status).toBe(200)
    // Its session takes the place of the first one.
    expect(
      (await Object.assign(admin.at(product.address), { cookie: cookieOf(first.headers) }).get('/api/auth/me')).status,
    ).toBe(401)

    expect((await admin.get('/api/auth/me')).status).toBe(401)
    expect((await change(admin, randomUUID())).status).toBe(401)
    expect((await change(admin, key, 'Fourth-horse-4')).status).toBe(401)
    expect((await change(admin, key, NEW_PASSWORD, '')).status).toBe(401)
    expect((await change(admin, key, NEW_PASSWORD, davit.cookie)).status).toBe(403)
  })

  it('opens nothing once the new session has ended (H17)', async () => {
    const admin = await signInStaff(product, 'admin')
    const cafe = await product.business()
    const key = randomUUID()
    const start = () =>
      admin.send(
        'POST',
        '/api/admin/impersonation/start',
        { userId: cafe.id, reason: 'asked for by the owner' },
        { 'idempotency-key': key },
      )
    await start()
    const visiting = Object.assign(admin.at(product.address), { cookie: cookieOf((await start()).headers) })
    expect((await visiting.get('/api/admin/impersonation/status')).body).toMatchObject({ isImpersonating: true })
    await visiting.send('POST', '/api/admin/impersonation/exit')
    expect((await start()).status).toBe(401)
  })

  it('forgets the browser of a person who has left, also without a session (H25)', async () => {
    const ani = await product.buyer()
    ani.password = PASSWORD
    ani.cookie = cookieOf((await ani.send('POST', '/api/auth/login', { email: ani.email, password: PASSWORD })).headers)
    await ani.confirm(PASSWORD)
    const device = /hatik_device=[^;]+/.exec(ani.cookie)![0]
    const key = randomUUID()
    const leave = (cookie: string) =>
      ani.send('DELETE', `/api/auth/account/${ani.id}`, undefined, { 'idempotency-key': key, cookie })
    const first = await leave(ani.cookie)
    const again = await leave(device)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.getSetCookie().join()).toMatch(/hatik_device=;/)
    expect((await leave('')).status).toBe(200)
    expect((await ani.send('DELETE', `/api/auth/account/${ani.id}`)).status).toBe(401)
  })

  it('is one sign-in: recorded once, and no session is left behind of which nobody knows', async () => {
    const ani = await product.buyer()
    const key = randomUUID()
    const recorded = async () =>
      (await product.pool.query(`SELECT 1 FROM security_log WHERE user_id = $1 AND what = 'sign_in'`, [ani.id]))
        .rowCount
    const before = (await recorded())!
    const signIn = () => visitor().write('POST', '/api/auth/login', { email: ani.email, password: PASSWORD }, key)
    const first = await signIn()
    ani.cookie = cookieOf((await signIn()).headers)
    expect((await ani.get<object[]>('/api/auth/sessions')).body).toHaveLength(2)
    ani.cookie = cookieOf(first.headers)
    expect((await ani.get('/api/auth/me')).status).toBe(401)
    expect(await recorded()).toBe(before + 1)
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

  it('leaves nothing secret in Redis or PostgreSQL, and finds its session for two minutes', async () => {
    const ani = await product.buyer()
    const redis = createRedis(product.services.redisUrl)
    const names = () => redis.keys('hatik:opened:*')
    const before = await names()
    const { headers } = await ani.send(
      'POST',
      '/api/auth/login',
      { email: ani.email, password: PASSWORD },
      { 'idempotency-key': randomUUID() },
    )
    const made = (await names()).filter((name) => !before.includes(name))
    expect(made).toHaveLength(1)
    const cookies = headers.getSetCookie().map((line) => line.split(';')[0]!.split('=')[1]!)
    const kept = (await redis.get(made[0]!))!
    expect(await redis.ttl(made[0]!)).toBeGreaterThan(60)
    expect(await redis.ttl(made[0]!)).toBeLessThanOrEqual(120)
    redis.disconnect()

    await change(await signInStaff(product, 'admin'), randomUUID())
    const { rows } = await product.pool.query<{ row: string }>('SELECT w::text AS row FROM keyed_writes w')
    for (const secret of [PASSWORD, NEW_PASSWORD, ...cookies.flatMap((cookie) => [cookie, decodeURIComponent(cookie)])])
      expect([kept, ...rows.map(({ row }) => row)].join('\n')).not.toContain(secret)
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
