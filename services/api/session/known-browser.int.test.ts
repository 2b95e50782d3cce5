import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } })
})
afterAll(() => product.close())

const stranger = () => new Person(product.address, { id: 0, email: '' })

it('with a new link the right password works on a new device too, and the link stays valid', async () => {
  const mane = await product.buyer()
  for (let guess = 0; guess < 10; guess += 1)
    await stranger().send(
      'POST',
      '/api/auth/login',
      { email: mane.email, password: 'Wrong-horse-1' },
      { 'x-forwarded-for': `198.51.100.${guess}` },
    )
  const from = { 'x-forwarded-for': '203.0.113.30' }
  const signInFrom = (who: Person, password = PASSWORD) =>
    who.send('POST', '/api/auth/login', { email: mane.email, password }, from)
  expect((await signInFrom(stranger())).status).toBe(429)

  await stranger().send('POST', '/api/auth/forgot-password', { email: mane.email })
  const token = tokenIn(await product.mailTo(mane.email, /Reset/))
  const opened = await stranger().send('POST', '/api/auth/known-browser', { token })
  expect([opened.status, opened.headers.getSetCookie().some((line) => line.startsWith('hatik='))]).toEqual([200, false])
  const device = Object.assign(stranger(), { cookie: cookieOf(opened.headers) })
  expect((await signInFrom(device)).status).toBe(200)

  // One link has ten attempts, however often opened.
  const statuses = []
  for (let guess = 0; guess < 11; guess += 1) {
    const again = await stranger().send('POST', '/api/auth/known-browser', { token })
    const guesser = Object.assign(stranger(), { cookie: cookieOf(again.headers) })
    statuses.push((await signInFrom(guesser, 'Wrong-horse-1')).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])

  const password = 'Another-horse-2'
  const reset = { token, password, confirmPassword: password }
  expect((await stranger().send('POST', '/api/auth/reset-password', reset, from)).status).toBe(200)
  expect((await stranger().send('POST', '/api/auth/known-browser', { token }, from)).body).toMatchObject({
    code: 'invalid_reset_token',
  })
})

it('the browser that verified the address is known: strangers block neither its sign-in nor a change of password', async () => {
  const email = 'lilit@hatik.test'
  const signedUp = await stranger().send('POST', '/api/auth/signup', {
    email,
    password: PASSWORD,
    firstName: 'Լիլիթ',
    lastName: 'Գ',
    language: 'en',
  })
  const token = tokenIn(await product.mailTo(email, /verify/))
  const verified = await Person.signedUp(product.address, signedUp).get<{ id: number }>(
    `/api/auth/verify-email?token=${token}`,
  )
  for (let guess = 0; guess < 10; guess += 1)
    await stranger().send(
      'POST',
      '/api/auth/login',
      { email, password: 'Wrong-horse-1' },
      { 'x-forwarded-for': `198.51.100.${100 + guess}` },
    )
  const own = Object.assign(stranger(), { cookie: cookieOf(verified.headers) })
  // A browser that lost its device cookie but not its session.
  const session = Object.assign(stranger(), { cookie: cookieOf(verified.headers).replace(/hatik_device=[^;]+/, '') })
  const change = (who: Person, currentPassword: string) =>
    who.write('PATCH', '/api/auth/profile', {
      userId: verified.body.id,
      firstName: 'Լիլիթ',
      lastName: 'Գ',
      email,
      currentPassword,
      newPassword: 'Another-horse-2',
    })
  expect((await change(session, 'Wrong-horse-1')).status).toBe(400)
  expect(
    (await own.send('POST', '/api/auth/login', { email, password: PASSWORD }, { 'x-forwarded-for': '203.0.113.31' }))
      .status,
  ).toBe(200)
})

it('a known browser is answered even while strangers overflow the queue', async () => {
  const known = await product.buyer()
  const flood = Promise.all(
    Array.from({ length: 120 }, (_, call) =>
      stranger().send(
        'POST',
        '/api/auth/login',
        { email: `flood-${call}@hatik.test`, password: PASSWORD },
        { 'x-forwarded-for': `192.0.2.${call}` },
      ),
    ),
  )
  const own = await known.send(
    'POST',
    '/api/auth/login',
    { email: known.email, password: PASSWORD },
    { 'x-forwarded-for': '203.0.113.32' },
  )
  expect(own.status).toBe(200)
  for (const { status, body, headers } of await flood)
    expect([status, body.code, headers.get('retry-after')]).toEqual(
      status === 503 ? [503, 'busy', '2'] : [401, 'invalid_credentials', null],
    )
})
