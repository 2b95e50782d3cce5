import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGE_COOKIE } from '#contracts/pages/page-metadata.ts'
import { lastSeenBefore, signedInBefore } from '../../../infra/testing/servers/caches.ts'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { callAndRotate, signInStaff } from '../../../infra/testing/people/staff.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../infra/testing/servers/test-product.ts'
import { SESSION_AT_MOST_MS, SESSION_MS, SESSIONS_OF_ONE, STAFF_SESSION_AT_MOST_MS } from './session-store.ts'

const HOUR_MS = 60 * 60 * 1000

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })

describe('my sessions (C17)', () => {
  it('sessions are listed with their devices, and can be ended singly or all others together, but only your own', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const at = async (agent: string) => {
      const answer = await visitor().send(
        'POST',
        '/api/auth/login',
        { email: ani.email, password: PASSWORD },
        { 'user-agent': agent },
      )
      return Object.assign(ani.at(product.address), { cookie: cookieOf(answer.headers) })
    }
    const phone = await at('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36')
    const laptop = await at('Mozilla/5.0 (Macintosh; Intel Mac OS X 15) AppleWebKit/605 Version/20 Safari/605')
    const list = await phone.get<{ id: string; current: boolean; device: string }[]>('/api/auth/sessions')
    expect(list.body.map(({ current, device }) => [current, device])).toEqual([
      [false, 'Safari · Mac'],
      [true, 'Chrome · Android'],
      [false, ''],
    ])

    const theirs = list.body[0]!.id
    expect((await davit.write('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(404)
    expect((await visitor().write('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(401)
    expect((await laptop.get('/api/auth/me')).status).toBe(200)
    expect((await phone.write('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(200)
    expect((await laptop.get('/api/auth/me')).status).toBe(401)
    expect((await phone.write('DELETE', '/api/auth/sessions')).status).toBe(200)
    expect((await ani.get('/api/auth/me')).status).toBe(401)
    expect((await phone.get<unknown[]>('/api/auth/sessions')).body).toHaveLength(1)
    await phone.send('POST', '/api/auth/logout')
    expect((await phone.get('/api/auth/sessions')).status).toBe(401)
  })

  it('sessions are limited: beyond the limit the longest unused one ends', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const redis = new Redis(product.services.redisUrl)
    try {
      const own = `hatik:sessions-of:${ani.id}`
      const [first] = await redis.zrange(own, '0', '-1')
      const seen = (secondsAgo: number) => Date.now() + SESSION_MS - secondsAgo * 1_000
      await redis.zadd(own, seen(60), first!)
      await redis.zadd(own, ...Array.from({ length: SESSIONS_OF_ONE - 1 }, (_, at) => [seen(30), `other-${at}`]).flat())
      expect((await ani.get('/api/auth/me')).status).toBe(200)
      const again = await Person.signIn(product.address, ani, PASSWORD)
      expect([
        (await ani.get('/api/auth/me')).status,
        (await again.get('/api/auth/me')).status,
        (await davit.get('/api/auth/me')).status,
      ]).toEqual([401, 200, 200])
      expect(await redis.zcard(own)).toBe(SESSIONS_OF_ONE)
    } finally {
      redis.disconnect()
    }
  })

  it('sessions ended by a new password are no longer listed (C17, R98)', async () => {
    const ani = await product.buyer()
    await Person.signIn(product.address, ani, PASSWORD)
    const newPassword = 'Another-horse-2'
    const change = {
      userId: ani.id,
      firstName: 'Ani',
      lastName: 'Buyer',
      email: ani.email,
      phone: '',
      currentPassword: PASSWORD,
      newPassword,
    }
    expect((await ani.write('PATCH', '/api/auth/profile', change)).status).toBe(200)
    const again = await Person.signIn(product.address, ani, newPassword)
    expect((await again.get<{ current: boolean }[]>('/api/auth/sessions')).body.map(({ current }) => current)).toEqual([
      true,
    ])
  })

  it('the list shows and ends only your own sessions, whatever Redis contains (C17)', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const redis = new Redis(product.services.redisUrl)
    const listOf = (person: Person) => `hatik:sessions-of:${person.id}`
    await redis.zadd(listOf(ani), Date.now() + HOUR_MS, (await redis.zrange(listOf(davit), '0', '-1'))[0]!)
    redis.disconnect()
    expect((await ani.get<{ current: boolean }[]>('/api/auth/sessions')).body.map(({ current }) => current)).toEqual([
      true,
    ])
    expect((await ani.write('DELETE', '/api/auth/sessions')).status).toBe(200)
    expect((await davit.get('/api/auth/me')).status).toBe(200)
  })

  it("sessions end ninety days after sign-in despite daily use, staff's after twelve hours, even with a changed id", async () => {
    const [ani, support] = [await product.buyer(), await signInStaff(product, 'admin')]
    const redis = new Redis(product.services.redisUrl)
    const nameOf = async ({ id }: Person) => (await redis.zrange(`hatik:sessions-of:${id}`, '-1', '-1'))[0]
    const leftMs = async (person: Person) => redis.pttl(`hatik:session:${await nameOf(person)}`)
    const leftAtMostMs = HOUR_MS / 6
    try {
      expect(await leftMs(ani)).toBeGreaterThan(SESSION_MS - HOUR_MS)
      for (const [person, atMostMs] of [
        [ani, SESSION_AT_MOST_MS],
        [support, STAFF_SESSION_AT_MOST_MS],
      ] as const)
        await signedInBefore(product.services.redisUrl, atMostMs - leftAtMostMs, await nameOf(person))
      await lastSeenBefore(product.services.redisUrl, 2 * HOUR_MS)
      expect((await ani.get('/api/auth/me')).status).toBe(200)
      const { id: businessId } = await product.business()
      expect(
        (
          await callAndRotate(support, '/api/admin/impersonation/start', {
            userId: businessId,
            reason: 'Asked by telephone',
          })
        ).status,
      ).toBe(200)
      for (const person of [ani, support]) {
        const left = await leftMs(person)
        expect([left > 0, left <= leftAtMostMs]).toEqual([true, true])
      }
    } finally {
      redis.disconnect()
    }
  })

  it('ended sessions stay ended, even if a running request was about to extend them (C17, H17)', async () => {
    const ani = await product.buyer()
    const thief = await Person.signIn(product.address, ani, PASSWORD)
    const [{ id: name } = { id: '' }] = (
      await ani.get<{ id: string; current: boolean }[]>('/api/auth/sessions')
    ).body.filter(({ current }) => !current)
    await lastSeenBefore(product.services.redisUrl, 2 * HOUR_MS, name)
    const { answer: slow, goOn } = await heldRead(thief, ani.id)
    expect((await ani.write('DELETE', `/api/auth/sessions/${name}`)).status).toBe(200)
    await goOn()
    expect((await slow).status).toBe(200)
    expect((await thief.get('/api/auth/me')).status).toBe(401)
    expect((await ani.get<unknown[]>('/api/auth/sessions')).body).toHaveLength(1)
  })
})

/** A read of the buyer's points that runs until `goOn`. */
async function heldRead(person: Person, buyerId: number) {
  const lock = await product.pool.connect()
  await lock.query('BEGIN; LOCK TABLE read.account_balances IN ACCESS EXCLUSIVE MODE')
  const answer = person.send('GET', `/api/buyer/${buyerId}/points`)
  await waitUntil('the read to wait', async () => {
    const { rowCount } = await product.pool.query(
      `SELECT 1 FROM pg_locks WHERE relation = 'read.account_balances'::regclass AND NOT granted`,
    )
    return rowCount === 1
  })
  return {
    answer,
    goOn: async () => {
      await lock.query('COMMIT')
      lock.release()
    },
  }
}

describe('the cookie', () => {
  it('the cookie of a new session survives a call of the previous one answered later (H17)', async () => {
    const ani = await product.buyer()
    const before = ani.cookie
    const again = await ani.send('POST', '/api/auth/login', { email: ani.email, password: PASSWORD })
    expect(again.headers.getSetCookie().join()).toContain('hatik=')
    ani.cookie = before
    const late = [await ani.get('/api/auth/me'), await ani.get('/api/admin/impersonation/status')]
    expect(late.map(({ status, headers }) => [status, headers.getSetCookie()])).toEqual([
      [401, []],
      [200, []],
    ])
  })

  it('the cookie of a new session survives a call that was about to extend the previous one (H17)', async () => {
    const ani = await product.buyer()
    const [own] = (await ani.get<{ id: string }[]>('/api/auth/sessions')).body
    await lastSeenBefore(product.services.redisUrl, 2 * HOUR_MS, own!.id)
    const { answer: slow, goOn } = await heldRead(ani, ani.id)
    expect((await ani.send('POST', '/api/auth/login', { email: ani.email, password: PASSWORD })).status).toBe(200)
    await goOn()
    const { status, headers } = await slow
    expect([status, headers.getSetCookie()]).toEqual([200, []])
  })

  it('the cookie is cleared by signing out, even after the session ended, and by ending your own session (C17)', async () => {
    const taken = /^hatik=; .*Expires=Thu, 01 Jan 1970/
    const ani = await product.buyer()
    for (const _twice of [1, 2]) {
      const answer = await ani.send('POST', '/api/auth/logout')
      expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(taken)])
    }
    const davit = await product.buyer()
    const [own] = (await davit.get<{ id: string }[]>('/api/auth/sessions')).body
    const ended = await davit.write('DELETE', `/api/auth/sessions/${own?.id}`)
    expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(taken)])
  })
})

it('the cookie policy names every cookie of a sign-in, in both languages', async () => {
  const ani = await product.buyer()
  const { headers } = await visitor().send('POST', '/api/auth/login', { email: ani.email, password: PASSWORD })
  const names = headers.getSetCookie().map((line) => line.split('=')[0]!)
  expect(names.toSorted()).toEqual(['hatik', 'hatik_device'])
  for (const [language, quoted] of [
    ['am', '«$»'],
    ['en', '“$”'],
  ] as const) {
    const policy = readFileSync(new URL(`../../../web/locales/legal/cookies.${language}.json`, import.meta.url), 'utf8')
    for (const name of [...names, LANGUAGE_COOKIE]) expect(policy).toContain(quoted.replace('$', name))
  }
})
