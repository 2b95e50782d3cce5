import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { createRedis } from '#platform/redis/redis.ts'
import { insertUser } from '../../../infra/testing/people/people-rows.ts'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'

let product: Product
/** Tests use different addresses, whose own limits last a minute. */
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } })
})
afterAll(() => product.close())

const stranger = () => new Person(product.address, { id: 0, email: '' })
const signIn = (who: Person, email: string, password: string) =>
  who.send('POST', '/api/auth/login', { email, password })
const cookiesFor = (path: string, headers: Headers) =>
  headers
    .getSetCookie()
    .filter((line) => path.startsWith(/path=([^;]+)/i.exec(line)?.[1] ?? '/'))
    .map((line) => line.split(';')[0])
    .join('; ')

describe('guessing at one account (H17, C14, C18)', () => {
  it("ten wrong guesses block strangers but not the owner's browser; a reset lets her in", async () => {
    const ani = await product.buyer()
    const answers: number[] = []
    for (let guess = 0; guess < 10; guess += 1)
      answers.push((await signIn(stranger(), ani.email, 'Wrong-horse-1')).status)
    expect(answers).toEqual(Array(10).fill(401))
    const eleventh = await signIn(stranger(), ani.email.toUpperCase(), PASSWORD)
    expect([eleventh.status, eleventh.body.message]).toEqual([429, 'Rate limit exceeded'])
    // The account's 15 minutes, not the address's minute.
    const seconds = Number(eleventh.headers.get('retry-after'))
    expect(seconds > 60 && seconds <= 15 * 60).toBe(true)

    const own = await signIn(ani, ani.email, PASSWORD)
    expect(own.status).toBe(200)
    expect(cookieOf(own.headers)).toContain('hatik_device=')
    expect(own.headers.getSetCookie().find((line) => line.startsWith('hatik_device='))).toMatch(
      /HttpOnly.*SameSite=Lax/i,
    )
    const forged = Object.assign(stranger(), {
      cookie: `hatik_device=${ani.id}.anything.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`,
    })
    expect((await signIn(forged, ani.email, PASSWORD)).status).toBe(429)
    // A known cookie cannot be varied to gain ten attempts each.
    const [, , signature] = /hatik_device=([^;.]+)\.([^;.]+)\.([^;]+)/.exec(cookieOf(own.headers))!.slice(1)
    const multiplied = Object.assign(stranger(), { cookie: `hatik_device=${ani.id}.another.${signature}` })
    const again = await multiplied.send(
      'POST',
      '/api/auth/login',
      { email: ani.email, password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.19' },
    )
    expect(again.status).toBe(429)

    await stranger().send('POST', '/api/auth/forgot-password', { email: ani.email })
    const token = tokenIn(await product.mailTo(ani.email, /Reset/))
    const reset = await stranger().send('POST', '/api/auth/reset-password', {
      token,
      password: 'Another-horse-2',
      confirmPassword: 'Another-horse-2',
    })
    expect(reset.status).toBe(200)
    const elsewhere = Object.assign(stranger(), { cookie: cookieOf(reset.headers) })
    expect((await signIn(elsewhere, ani.email, 'Another-horse-2')).status).toBe(200)
  })

  it('the 15 minutes start with the first guess and are never extended, so guessing locks nobody out for good', async () => {
    const { email } = await insertUser(product.pool, { role: 'buyer', passwordHash: '!', code: newBuyerCode() })
    const guess = async () =>
      (
        await stranger().send(
          'POST',
          '/api/auth/login',
          { email, password: PASSWORD },
          { 'x-forwarded-for': '203.0.113.21' },
        )
      ).status
    const redis = createRedis(product.services.redisUrl)
    try {
      const before = new Set(await redis.keys('hatik:sign-in:*'))
      expect(await guess()).toBe(401)
      const count = (await redis.keys('hatik:sign-in:*')).find((key) => !before.has(key)) ?? ''
      await redis.expire(count, 100)
      for (let more = 0; more < 12; more += 1) await guess()
      expect(await redis.ttl(count)).toBeLessThanOrEqual(100)
      expect(await guess()).toBe(429)
      await redis.del(count)
      expect(await guess()).toBe(401)
    } finally {
      redis.disconnect()
    }
  })

  it('other spellings that the database may match bring no more guesses or mails', async () => {
    const { email } = await insertUser(product.pool, { role: 'buyer', passwordHash: '!', code: newBuyerCode() })
    const spellings = [email, email.replace('hatik', 'HATİK'), email.replace('hatik', 'hatık')]
    const statuses = async (calls: number, path: string, body: object) => {
      const answers: number[] = []
      for (let call = 0; call < calls; call += 1) {
        const asked = { ...body, email: spellings[call % spellings.length] }
        answers.push((await stranger().send('POST', path, asked, { 'x-forwarded-for': '203.0.113.20' })).status)
      }
      return answers
    }
    expect(await statuses(13, '/api/auth/login', { password: PASSWORD })).toEqual([
      ...Array(10).fill(401),
      429,
      429,
      429,
    ])
    expect(await statuses(8, '/api/auth/forgot-password', {})).toEqual([...Array(5).fill(200), 429, 429, 429])
  })

  it('the same at staff sign-in, which shares the count with the other sign-in (R14)', async () => {
    const admin = await signInStaff(product, 'admin')
    const atDoor = (who: Person, password: string) =>
      who.send('POST', '/api/admin/login', { email: admin.email, password })
    for (let guess = 0; guess < 10; guess += 1) expect((await atDoor(stranger(), 'Wrong-horse-1')).status).toBe(401)
    const eleventh = await atDoor(stranger(), PASSWORD)
    expect([eleventh.status, eleventh.body.message]).toEqual([429, 'Rate limit exceeded'])
    expect((await signIn(stranger(), admin.email, PASSWORD)).status).toBe(429)

    const own = await atDoor(admin, PASSWORD)
    expect(own.status).toBe(200)
    const returned = Object.assign(stranger(), { cookie: cookiesFor('/api/admin/login', own.headers) })
    expect((await atDoor(returned, PASSWORD)).status).toBe(200)
  })

  it('limits guesses at the current password alike, with the text of other calls (C14, R98)', async () => {
    const nare = await product.buyer()
    const change = () =>
      nare.write('PATCH', '/api/auth/profile', {
        userId: nare.id,
        firstName: 'Նարե',
        lastName: 'Գ',
        email: nare.email,
        currentPassword: 'Wrong-horse-1',
        newPassword: 'Another-horse-2',
      })
    for (let guess = 0; guess < 10; guess += 1) expect((await change()).status).toBe(400)
    const eleventh = await change()
    expect([eleventh.status, eleventh.body.message]).toEqual([429, 'Too many attempts, please try again later'])
  })

  it('the same for changing a staff password (C14, H34)', async () => {
    const admin = await signInStaff(product, 'admin')
    const change = (currentPassword: string) =>
      admin.send('POST', '/api/admin/password', { currentPassword, newPassword: 'Another-horse-2' })
    const wrong = {
      status: 400,
      body: {
        code: 'wrong_current_password',
        issues: [{ path: 'currentPassword', message: 'Current password is incorrect' }],
      },
    }
    for (let guess = 0; guess < 10; guess += 1) expect(await change('Wrong-horse-1')).toMatchObject(wrong)
    expect(await change(PASSWORD)).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts, please try again later' },
    })
  })

  it('mails to one address are limited, known or not, with the general error text (C14, R128)', async () => {
    const davit = await product.buyer()
    for (const email of [davit.email, 'nobody@hatik.test']) {
      const answers = []
      for (let call = 0; call < 6; call += 1)
        answers.push(await stranger().send('POST', '/api/auth/forgot-password', { email }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
      expect(answers[5]?.body.message).toBe('Too many attempts, please try again later')
    }
  })
})

describe('callers behind a proxy (C14, H16)', () => {
  const tries = async (forwardedFor: (call: number) => string) => {
    const statuses: number[] = []
    for (let call = 0; call < 21; call += 1) {
      const answer = await stranger().send(
        'POST',
        '/api/auth/login',
        { email: `nobody-${call}@hatik.test`, password: PASSWORD },
        { 'x-forwarded-for': forwardedFor(call) },
      )
      statuses.push(answer.status)
    }
    return statuses
  }

  it("are told apart by the trusted proxy's address, not by their own headers", async () => {
    // Left: the caller's own value; right: the proxy's.
    expect(await tries((call) => `198.51.100.${call}, 203.0.113.9`)).toEqual([...Array(20).fill(401), 429])
    expect(
      (
        await stranger().send(
          'POST',
          '/api/auth/login',
          { email: 'nobody@hatik.test', password: PASSWORD },
          { 'x-forwarded-for': '203.0.113.10' },
        )
      ).status,
    ).toBe(401)
  }, 30_000)

  it('tills that share an address have separate limits of buyer lookups', async () => {
    const [busy, other] = [await product.business(), await product.business()]
    const ask = (who: Person) => who.get('/api/buyer/verify/ZZ0000')
    const answers = await Promise.all(Array.from({ length: 121 }, () => ask(busy)))
    const told = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    expect([told(404), told(429)]).toEqual([120, 1])
    expect((await ask(other)).status).toBe(404)
  })
})
