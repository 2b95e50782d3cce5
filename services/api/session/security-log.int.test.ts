import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { hashPassword } from '#accounts/passwords.ts'
import type { SecurityEntry } from '#contracts/calls/staff/security.ts'
import { pruneSecurityLog, recordSecurity } from '#accounts/staff/security-log.ts'
import { lastSeenBefore, signedInBefore } from '../../../infra/testing/servers/caches.ts'
import { insertUser } from '../../../infra/testing/people/people-rows.ts'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'

let product: Product
let admin: Person
let auditor: Person
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } })
  admin = await signInStaff(product, 'admin')
  auditor = await signInStaff(product, 'auditor')
})
afterAll(() => product.close())

const stranger = () => new Person(product.address, { id: 0, email: '' })
const signIn = (email: string, password: string, agent = '') =>
  stranger().send(
    'POST',
    '/api/auth/login',
    { email, password },
    { 'user-agent': agent, 'x-forwarded-for': '203.0.113.8' },
  )
const logOf = async (user: number) =>
  (await auditor.get<{ entries: SecurityEntry[] }>(`/api/audit/security?user=${user}`)).body.entries.map(
    ({ what, result, times }) => [what, result, times],
  )

describe('the security log', () => {
  it('the security log records sign-ins, failures, lock-outs and changes by id, repeated ones in one row; users see their own', async () => {
    const ani = await product.buyer()
    for (let guess = 0; guess < 11; guess += 1) await signIn(ani.email, 'Wrong-horse-1')
    await ani.write('PATCH', '/api/auth/profile', {
      userId: ani.id,
      firstName: 'Անի',
      lastName: 'Գ',
      email: ani.email,
      currentPassword: PASSWORD,
      newPassword: 'Another-horse-2',
    })
    expect(await logOf(ani.id)).toEqual([
      ['password_changed', 'ok', 1],
      ['lock_out', 'sign_in_rate_limited', 1],
      ['sign_in', 'invalid_credentials', 10],
      ['sign_in', 'ok', 1],
    ])
    await ani.send('POST', '/api/auth/forgot-password', { email: ani.email })
    const token = tokenIn(await product.mailTo(ani.email, /Reset/))
    await stranger().send('POST', '/api/auth/reset-password', { token, password: PASSWORD, confirmPassword: PASSWORD })
    expect((await logOf(ani.id))[0]).toEqual(['password_changed', 'ok', 1])

    const davit = await product.buyer()
    await signIn(davit.email, PASSWORD, 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36')
    await signIn(davit.email, 'Wrong-horse-1')
    const { body } = await davit.get<unknown[]>('/api/auth/sign-ins')
    expect(body).toMatchObject([
      { what: 'sign_in', result: 'invalid_credentials', device: '', times: 1 },
      { what: 'sign_in', result: 'ok', device: 'Chrome · Windows', times: 1 },
      { what: 'sign_in', result: 'ok', device: '', times: 1 },
    ])
    expect((await stranger().get('/api/auth/sign-ins')).status).toBe(401)

    const { rows } = await product.pool.query<{ row: string }>('SELECT l::text AS row FROM security_log l')
    for (const personal of [ani.email, davit.email, '203.0.113.8', '127.0.0.1'])
      expect(rows.filter(({ row }) => row.includes(personal))).toEqual([])
  })

  it('the security log records refused callers once a minute per code', async () => {
    const davit = await product.buyer()
    for (let call = 0; call < 5; call += 1) expect((await davit.get('/api/audit/security')).status).toBe(403)
    expect((await logOf(davit.id))[0]).toEqual(['refused', 'forbidden', 1])
    expect((await stranger().get('/api/audit/security')).status).toBe(401)
  })

  it('the security log records staff sign-ins, and roles given and taken', async () => {
    expect(await logOf(admin.id)).toEqual([
      ['staff_sign_in', 'ok', 1],
      ['role_given', 'admin', 1],
    ])
    const mane = await product.buyer()
    await stranger().send('POST', '/api/admin/login', { email: mane.email, password: PASSWORD })
    expect((await logOf(mane.id))[0]).toEqual(['staff_sign_in', 'forbidden', 1])
  })

  it('the security log is read page by page', async () => {
    const first = await admin.get<{ entries: SecurityEntry[]; next: string }>('/api/audit/security?limit=2')
    expect(first.body.entries).toHaveLength(2)
    const second = await admin.get<{ entries: SecurityEntry[] }>(`/api/audit/security?before=${first.body.next}`)
    expect(Number(second.body.entries[0]!.id)).toBeLessThan(Number(first.body.next))
    const chosen = await admin.get<{ entries: SecurityEntry[] }>('/api/audit/security?what=lock_out')
    expect(new Set(chosen.body.entries.map(({ what }) => what))).toEqual(new Set(['lock_out']))
  })

  it("the security log keeps entries for 400 days, and deletes an erased user's devices at once", async () => {
    const now = new Date()
    const at = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
    await recordSecurity(product.pool, { what: 'sign_in', userId: 900_001, at: at(401) })
    await recordSecurity(product.pool, { what: 'sign_in', userId: 900_001, at: at(399) })
    await pruneSecurityLog(product.pool, now)
    expect(await logOf(900_001)).toHaveLength(1)

    const lilit = await product.buyer()
    await signIn(lilit.email, PASSWORD, 'Firefox/150.0 (Linux)')
    await lilit.write('DELETE', `/api/auth/account/${lilit.id}`)
    const { rows } = await product.pool.query<{ device: string }>(
      'SELECT device FROM security_log WHERE user_id = $1',
      [lilit.id],
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ device }) => device))).toEqual(new Set(['']))
  })
})

describe('sessions of the staff', () => {
  const MINUTE_MS = 60_000
  it('staff sessions end after 30 minutes without user activity, whatever the page polls, and after 12 hours at most', async () => {
    const person = await signInStaff(product, 'admin')
    const redis = new Redis(product.services.redisUrl)
    try {
      const [name] = await redis.zrange(`hatik:sessions-of:${person.id}`, '0', '-1')
      const key = `hatik:session:${name}`
      const seenAt = async () => (JSON.parse((await redis.get(key)) ?? '{}') as { touchedAt: number }).touchedAt
      expect(await redis.pttl(key)).toBeLessThanOrEqual(30 * MINUTE_MS)

      await lastSeenBefore(product.services.redisUrl, 5 * MINUTE_MS, name)
      const before = await seenAt()
      await person.get('/api/admin/overview')
      expect(await seenAt()).toBe(before)
      await redis.pexpire(key, MINUTE_MS)
      await person.get('/api/admin/me')
      expect(await seenAt()).toBeGreaterThan(before)
      expect(await redis.pttl(key)).toBeGreaterThan(29 * MINUTE_MS)

      await signedInBefore(product.services.redisUrl, 12 * 60 * MINUTE_MS - 5 * MINUTE_MS, name)
      await lastSeenBefore(product.services.redisUrl, 5 * MINUTE_MS, name)
      await person.get('/api/admin/me')
      expect(await redis.pttl(key)).toBeLessThanOrEqual(5 * MINUTE_MS)
    } finally {
      redis.disconnect()
    }
  })
})

describe('mails about sign-ins from new devices', () => {
  const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36'
  it('the first sign-in, and those in a known browser, send no mail', async () => {
    const { email } = await insertUser(product.pool, {
      role: 'buyer',
      passwordHash: await hashPassword(PASSWORD),
      code: newBuyerCode(),
    })
    const from = { 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.40' }
    const at = (who: Person) => who.send('POST', '/api/auth/login', { email, password: PASSWORD }, from)
    const mails = async () =>
      (
        await product.pool.query(
          `SELECT FROM mail_outbox m JOIN users u ON u.id = m.user_id WHERE u.email = $1 AND m.template = 'new_device'`,
          [email],
        )
      ).rowCount
    const first = await at(stranger())
    await at(Object.assign(stranger(), { cookie: cookieOf(first.headers) }))
    expect(await mails()).toBe(0)
    expect((await at(stranger())).status).toBe(200)
    const { text } = await product.mailTo(email, /new sign-in|Նոր մուտք/)
    expect(text).toContain('Chrome · Windows')
    expect(await mails()).toBe(1)
  })
})
