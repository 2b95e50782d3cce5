import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ATTENTION } from '#contracts/calls/attention.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import type { ACCESS } from '../open-api/operation.ts'
import { OPERATIONS } from '../open-api/operations.ts'

const SOME_ID = '00000000-0000-5000-8000-000000000000'
const PERK = { name: 'Coffee', description: 'Black', pointsRequired: 5 }
const PROFILE = { businessName: 'A', description: 'B', phone: '+37410123456', address: 'C', website: 'a.am' }

/** Bodies are valid for the owner. `admin`, `auditor`: their status, if not 403. */
const CALLS = [
  { owner: 'business', method: 'GET', path: '/api/business-profile/{id}' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/subscription' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/perks' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/buyers' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/buyers/visits' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/stats' },
  {
    owner: 'business',
    method: 'POST',
    path: '/api/business/{id}/award-points',
    body: { buyerId: 'AB1234', amountSpent: 500 },
  },
  {
    owner: 'business',
    method: 'POST',
    path: '/api/business/{id}/verify-redemption',
    body: { redemptionCode: 'ABCD2345' },
  },
  { owner: 'business', method: 'PUT', path: '/api/business-profile/{id}', body: PROFILE },
  { owner: 'business', method: 'POST', path: '/api/business-profile/{id}/upload-logo' },
  { owner: 'business', method: 'POST', path: '/api/business-profile/{id}/upload-cover' },
  { owner: 'business', method: 'POST', path: '/api/business-profile/{id}/upload-perk-picture' },
  { owner: 'business', method: 'POST', path: '/api/business/{id}/perks', body: PERK },
  { owner: 'business', method: 'PUT', path: '/api/business/{id}/perks/1', body: PERK },
  { owner: 'business', method: 'DELETE', path: '/api/business/{id}/perks/1' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/awards' },
  {
    owner: 'business',
    method: 'POST',
    path: `/api/business/{id}/awards/${SOME_ID}/void`,
    body: { reason: 'Wrong amount' },
  },
  {
    owner: 'business',
    method: 'POST',
    path: `/api/business/{id}/awards/${SOME_ID}/correct`,
    body: { amountSpent: 500, reason: 'Wrong amount' },
  },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/redemptions' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/redemptions/ABCD2345' },
  {
    owner: 'business',
    method: 'POST',
    path: `/api/business/{id}/redemptions/${SOME_ID}/reopen`,
    body: { reason: 'Wrong perk' },
  },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/movements' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/figures/daily' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/figures/book' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/figures/book.csv' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/figures/book.xlsx' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/figures/balances.xlsx' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/reports/day' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/reports/day.xlsx' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/reports/day.pdf' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/posters/a4.pdf' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/cards' },
  { owner: 'business', method: 'POST', path: '/api/business/{id}/cards', body: { cards: 1 } },
  { owner: 'business', method: 'GET', path: `/api/business/{id}/cards/${SOME_ID}/cards.csv` },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/reports/mail' },
  { owner: 'business', method: 'PUT', path: '/api/business/{id}/reports/mail', body: { hour: 21 } },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/attention' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/attention/settings' },
  { owner: 'business', method: 'PUT', path: '/api/business/{id}/attention/settings', body: DEFAULT_ATTENTION },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/invoices' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/invoices/1/pdf', admin: 404 },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/support-visits' },
  {
    owner: 'business',
    method: 'POST',
    path: '/api/business/{id}/subscription',
    body: { plan: 'prime', cycle: 'monthly' },
  },
  { owner: 'business', method: 'POST', path: '/api/business/{id}/subscription/cancel' },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/staff' },
  {
    owner: 'business',
    method: 'POST',
    path: '/api/business/{id}/staff',
    body: { name: 'A', role: 'cashier', pin: '4711' },
  },
  { owner: 'business', method: 'PATCH', path: `/api/business/{id}/staff/${SOME_ID}`, body: { role: 'manager' } },
  { owner: 'business', method: 'DELETE', path: `/api/business/{id}/staff/${SOME_ID}` },
  {
    owner: 'business',
    method: 'POST',
    path: `/api/business/{id}/staff/${SOME_ID}/invitation`,
    body: { email: 'mane@hatik.test', language: 'am' },
  },
  { owner: 'business', method: 'POST', path: `/api/business/{id}/staff/${SOME_ID}/sign-in` },
  { owner: 'business', method: 'DELETE', path: `/api/business/{id}/staff/${SOME_ID}/sign-in` },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/tills' },
  { owner: 'business', method: 'POST', path: '/api/business/{id}/tills', body: { name: 'A' } },
  { owner: 'business', method: 'PATCH', path: `/api/business/{id}/tills/${SOME_ID}`, body: { name: 'A' } },
  { owner: 'business', method: 'DELETE', path: `/api/business/{id}/tills/${SOME_ID}` },
  { owner: 'business', method: 'GET', path: '/api/business/{id}/branches' },
  { owner: 'business', method: 'POST', path: '/api/business/{id}/branches', body: { name: 'A' } },
  { owner: 'business', method: 'PATCH', path: `/api/business/{id}/branches/${SOME_ID}`, body: { name: 'A' } },
  { owner: 'business', method: 'DELETE', path: `/api/business/{id}/branches/${SOME_ID}` },
  { owner: 'buyer', method: 'GET', path: '/api/buyer/{id}/points' },
  { owner: 'buyer', method: 'GET', path: '/api/buyer/{id}/available-perks' },
  { owner: 'buyer', method: 'GET', path: '/api/buyer/{id}/redemptions' },
  { owner: 'buyer', method: 'GET', path: '/api/buyer/{id}/cards' },
  { owner: 'buyer', method: 'POST', path: '/api/buyer/{id}/cards', body: { secret: 'ABCDEFGHJKMN2345' } },
  { owner: 'buyer', method: 'POST', path: '/api/buyer/{id}/cards/1/block' },
  { owner: 'buyer', method: 'POST', path: '/api/buyer/{id}/redeem', body: { perkId: 1 } },
  { owner: 'buyer', method: 'DELETE', path: `/api/buyer/{id}/redemption/${SOME_ID}` },
  { owner: 'buyer', method: 'GET', path: '/api/buyer/{id}/statement/1' },
  { owner: 'buyer', method: 'GET', path: '/api/buyer/{id}/statement/1/balance' },
  { owner: 'buyer', method: 'GET', path: '/api/buyer/{id}/statement/1/file?format=csv' },
  { owner: 'buyer', method: 'GET', path: '/api/ledger/statement/1/{id}', admin: 404, auditor: 404 },
  { owner: 'buyer', method: 'GET', path: '/api/ledger/accounts/1/{id}/checked', admin: 200, auditor: 200 },
  {
    owner: 'buyer',
    method: 'POST',
    path: `/api/admin/accounts/1/{id}/awards/${SOME_ID}/void`,
    body: { reason: 'Wrong amount' },
    admin: 404,
  },
  {
    owner: 'business',
    method: 'POST',
    path: `/api/admin/accounts/{id}/1/awards/${SOME_ID}/void`,
    body: { reason: 'Wrong amount' },
    admin: 404,
  },
  {
    owner: 'buyer',
    method: 'POST',
    path: '/api/business/some-business/reviews',
    body: { buyerId: '{number}', rating: 1 },
  },
  { owner: 'buyer', method: 'PATCH', path: '/api/reviews/1', body: { buyerId: '{number}', rating: 1 } },
  { owner: 'buyer', method: 'DELETE', path: '/api/reviews/1', body: { buyerId: '{number}' } },
  {
    owner: 'buyer',
    method: 'PATCH',
    path: '/api/auth/profile',
    body: { userId: '{id}', firstName: 'A', lastName: 'B', email: 'taken-over@hatik.test' },
  },
  {
    owner: 'business',
    method: 'PATCH',
    path: '/api/auth/profile',
    body: { userId: '{id}', firstName: 'A', lastName: 'B', email: 'taken-over@hatik.test' },
  },
  { owner: 'buyer', method: 'DELETE', path: '/api/auth/account/{id}' },
  { owner: 'business', method: 'DELETE', path: '/api/auth/account/{id}' },
] as const

const OF_OWNERS: readonly (keyof typeof ACCESS)[] = [
  'buyer',
  'business',
  'businessOrAdmin',
  'buyerOrAuditor',
  'slugOrOwner',
]
/** Takes any buyer's code; takes an id that finds only browsers of one's own (`push.int`). */
const OF_NO_OWNER = ['GET /api/buyer/verify/{buyerId}', 'DELETE /api/push/subscriptions/{id}']

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const call = (
  person: Person,
  { method, path, body }: { method: string; path: string; body?: unknown },
  id: number | string,
) => {
  const address = path.replace('{id}', String(id))
  const filled: unknown =
    body && JSON.parse(JSON.stringify(body).replace('{id}', String(id)).replace('"{number}"', JSON.stringify(id)))
  return method === 'GET' ? person.get(address) : person.write(method as 'POST', address, filled)
}

describe('ids never grant access (R182)', () => {
  it('covers every call that has an owner and takes an id', () => {
    const asked = CALLS.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    const named = Object.entries(OPERATIONS).filter(
      ([name, { access }]) => OF_OWNERS.includes(access) && name.includes('{') && !OF_NO_OWNER.includes(name),
    )
    const like = (name: string) => new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    expect(named.map(([name]) => name).filter((name) => !asked.some((one) => like(name).test(one)))).toEqual([])
  })

  it("refuses one's own id on calls of the other role", async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const answers: string[] = []
    // Account calls are open to both roles.
    for (const one of CALLS.filter(({ path }) => !path.startsWith('/api/auth/'))) {
      const other = one.owner === 'business' ? ani : cafe
      const { status } = await call(other, one, other.id)
      if (status !== 403) answers.push(`${one.method} ${one.path}: ${status}`)
    }
    expect(answers).toEqual([])
  })

  it('refuses others on every call: 403 to the same role, other roles and staff, 401 to visitors', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const [admin, auditor] = [await signInStaff(product, 'admin'), await signInStaff(product, 'auditor')]
    const visitor = new Person(product.address, { id: 0, email: '' })
    const seen: string[] = []
    const wanted: string[] = []
    for (const one of CALLS) {
      const owner = one.owner === 'business' ? cafe : ani
      for (const [who, person, status] of [
        ['another business', books, 403],
        ['another buyer', davit, 403],
        ['the other role', one.owner === 'business' ? ani : cafe, 403],
        ['an administrator', admin, 'admin' in one ? one.admin : 403],
        ['an auditor', auditor, 'auditor' in one ? one.auditor : 403],
        ['a visitor', visitor, 401],
      ] as const) {
        seen.push(`${one.method} ${one.path} by ${who}: ${(await call(person, one, owner.id)).status}`)
        wanted.push(`${one.method} ${one.path} by ${who}: ${status}`)
      }
    }
    expect(seen).toEqual(wanted)
    const events = await product.pool.query('SELECT count(*)::int AS n FROM read.movements')
    expect(events.rows).toEqual([{ n: 0 }])
  })

  it('refuses a buyer code in place of an id, and a profile id in place of the business id (C5, C12)', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    for (const one of CALLS) {
      const person = one.owner === 'business' ? cafe : ani
      const status = one.path.startsWith('/api/admin/') ? 403 : 400
      expect([one.path, (await call(person, one, ani.code)).status]).toEqual([one.path, status])
    }
    const profile = await cafe.get<{ id: number; userId: number }>(`/api/business-profile/${cafe.id}`)
    expect(profile.body.userId).toBe(cafe.id)
    expect(profile.body.id).not.toBe(cafe.id)
    expect((await cafe.get(`/api/business/${profile.body.id}/stats`)).status).toBe(403)
  })

  it('tells only a business who a buyer is: the code and a first letter (H16)', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const found = await cafe.get(`/api/buyer/verify/${ani.code.toLowerCase()}`)
    expect(found.body).toEqual({
      buyerId: ani.code,
      hint: 'F.',
      message: 'Buyer verified',
      here: { balance: '0.0', affordable: [], next: null },
    })
    expect((await ani.get(`/api/buyer/verify/${ani.code}`)).status).toBe(403)
    const nobody = await cafe.get('/api/buyer/verify/ZZ0000')
    expect([nobody.status, nobody.body.message]).toEqual([404, 'Buyer not found'])
    expect((await cafe.get('/api/buyer/verify/AB12345')).status).toBe(400)
  })
})

describe('sessions (H17, H18, C17)', () => {
  it('a sign-in gives a new session id, `me` returns the user, and a sign-out ends the session on the server', async () => {
    const ani = await product.buyer()
    const first = ani.cookie
    const again = await ani.send('POST', '/api/auth/login', { email: ani.email.toUpperCase(), password: PASSWORD })
    expect(again.status).toBe(200)
    const second = again.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect(second).not.toBe(first)
    expect(again.headers.getSetCookie().find((line) => line.startsWith('hatik='))).toMatch(
      /; Path=\/.*; HttpOnly; SameSite=Lax/i,
    )
    expect((await ani.get('/api/auth/me')).status).toBe(401)

    ani.cookie = second
    const me = await ani.get('/api/auth/me')
    expect(me.body).toEqual({
      id: ani.id,
      buyerId: ani.code,
      firstName: 'Firstname',
      lastName: 'Lastname',
      email: ani.email,
      phone: null,
      role: 'buyer',
      language: 'en',
    })
    await ani.send('POST', '/api/auth/logout')
    expect((await ani.get('/api/auth/me')).status).toBe(401)
  })

  it("answers a wrong password and an unknown address alike; tells the account's state only with the right password (R207)", async () => {
    const ani = await product.buyer()
    const visitor = new Person(product.address, { id: 0, email: '' })
    const wrong = await visitor.send('POST', '/api/auth/login', { email: ani.email, password: 'Wrong-horse-1' })
    const unknown = await visitor.send('POST', '/api/auth/login', { email: 'nobody@hatik.test', password: PASSWORD })
    const told = (answer: { status: number; body: { code?: string; message?: string } }) => [
      answer.status,
      answer.body.code,
      answer.body.message,
    ]
    expect(told(wrong)).toEqual([401, 'invalid_credentials', 'Invalid credentials'])
    expect(told(unknown)).toEqual(told(wrong))

    for (const [status, text] of [
      ['pending', 'Pending Confirmation'],
      ['suspended', 'Account Suspended'],
      ['trial_expired', 'Trial Expired'],
    ] as const) {
      const business = await product.business({ status })
      const refused = await visitor.send('POST', '/api/auth/login', { email: business.email, password: PASSWORD })
      expect([refused.status, refused.body.message]).toEqual([403, text])
      const guess = await visitor.send('POST', '/api/auth/login', { email: business.email, password: 'Wrong-horse-1' })
      expect(guess.body.message).toBe('Invalid credentials')
    }
    await product.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [ani.id])
    const unverified = await visitor.send('POST', '/api/auth/login', { email: ani.email, password: PASSWORD })
    expect([unverified.status, unverified.body.message]).toEqual([403, expect.stringContaining('verify your email')])
  })

  it('refuses writes from other sites and ignores forged cookies (H17)', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const award = (origin: string) =>
      cafe.send(
        'POST',
        `/api/business/${cafe.id}/award-points`,
        { buyerId: ani.code, amountSpent: 500 },
        { origin, 'idempotency-key': 'origin-check-1' },
      )
    expect((await award('https://evil.test')).status).toBe(403)
    expect((await award('null')).status).toBe(403)
    expect((await award(product.address)).status).toBe(200)
    cafe.cookie = cafe.cookie.replace(/.{6}$/, 'AAAAAA')
    expect((await cafe.get('/api/auth/me')).status).toBe(401)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'refuses a %s from another site before anything else; reads are allowed (H17)',
    async (method) => {
      const visitor = new Person(product.address, { id: 0, email: '' })
      const from = (origin: string, asked = method) => visitor.send(asked, '/api/no-such-call', undefined, { origin })
      expect((await from('https://evil.test')).body.code).toBe('foreign_origin')
      expect((await from(product.address)).body.code).toBe('not_found')
      expect((await from('https://evil.test', 'GET')).body.code).toBe('not_found')
    },
  )

  it('accepts the public origin under any host name; without PUBLIC_URL, the host that was called (H17)', async () => {
    const localhost = (address: string) => address.replace('127.0.0.1', 'localhost')
    const writeTo = async (address: string, origin: string) =>
      (await fetch(`${address}/api/no-such-call`, { method: 'POST', headers: { origin } })).status
    const otherName = localhost(product.address)
    expect(await writeTo(otherName, otherName)).toBe(403)
    expect(await writeTo(otherName, product.address)).toBe(404)
    expect(await writeTo(product.address, otherName)).toBe(403)
    // As `npm start` without PUBLIC_URL.
    const local = await product.startSecondApi({ PUBLIC_URL: '' })
    expect(await writeTo(local, local)).toBe(404)
    expect(await writeTo(localhost(local), localhost(local))).toBe(404)
    expect(await writeTo(local, localhost(local))).toBe(403)
    expect(await writeTo(local, product.address)).toBe(403)
  })
})
