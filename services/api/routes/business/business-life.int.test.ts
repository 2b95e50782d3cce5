import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveBusiness,
  reinstateBusiness,
  rejectBusiness,
  suspendBusiness,
  type StatusChange,
} from '#businesses/status/status-changes.ts'
import { lookAfterTrials } from '#businesses/plans/trials.ts'
import { systemCommandId, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { eventsOfBusiness } from '../../../../infra/testing/people/business-events.ts'
import { cachesPass } from '../../../../infra/testing/servers/caches.ts'
import { cookieOf, Person, type Answer } from '../../../../infra/testing/people/person.ts'
import {
  REGISTRATION,
  registerBusiness,
  type RegistrationChange,
} from '../../../../infra/testing/people/register-business.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })
const told = (answer: { status: number; body: { message?: string } }) => [answer.status, answer.body.message]
const signIn = (email: string) =>
  visitor().send<{ code: string; message: string; user?: object; role?: string }>('POST', '/api/auth/login', {
    email,
    password: PASSWORD,
  })
const register = (change?: RegistrationChange, key?: string) => registerBusiness(product.address, { change, key })
const browserOf = (registered: Pick<Answer, 'headers'>) => Person.signedUp(product.address, registered)
const byAdmin = (what: string): Recording => ({
  commandId: systemCommandId(`${what}:${randomUUID()}`),
  actor: { userId: 9, role: 'admin' },
  correlationId: 'test',
  at: new Date(),
})
const change = (work: (client: PoolClient) => Promise<StatusChange>) => inTransaction(product.pool, work)

describe('registration of a business (R102-R107, R194)', () => {
  it('registers, verifies its e-mail, waits for approval, is approved, and takes part (H21, H23, H27, R207)', async () => {
    const registered = await register()
    expect(registered.status).toBe(201)
    const { id, slug } = registered.body
    expect(slug).toMatch(/^kofe-tun(-\d+)?$/)
    expect(told(await signIn(registered.email))).toEqual([403, expect.stringContaining('verify your email')])

    const token = tokenIn(await product.mailTo(registered.email, /Հաստատեք/))
    for (const _ of ['first', 'second']) {
      const verified = await browserOf(registered).send('GET', `/api/auth/verify-email?token=${token}`)
      expect(verified.body).toMatchObject({ id, role: 'business', autoLogin: false, isPendingApproval: true })
    }
    await product.mailTo(registered.email, /Ստացել ենք/)
    expect(told(await signIn(registered.email))).toEqual([403, 'Pending Confirmation'])

    expect(await change((client) => approveBusiness(client, id, byAdmin('approve')))).toEqual({
      kind: 'changed',
      from: 'pending',
      to: 'active',
    })
    expect(await change((client) => approveBusiness(client, id, byAdmin('approve')))).toEqual({
      kind: 'refused',
      from: 'active',
    })
    expect((await product.mailTo(registered.email, /հաստատված է$/)).text).toMatch(
      /«Կոֆե Տուն».*\n[^]*մինչև \d{4}\sթ\. \S+\s\d+-\u2060ը/,
    )
    await cachesPass()
    const signedIn = await signIn(registered.email)
    expect(signedIn).toMatchObject({ status: 200, body: { id, role: 'business', phone: '+37491123456' } })
    const cafe = Object.assign(new Person(product.address, { id, email: registered.email }), {
      cookie: cookieOf(signedIn.headers),
    })
    const profile = await cafe.get<{ status: string; trialEndDate: string }>(`/api/business-profile/${id}`)
    expect(profile.body).toMatchObject({ status: 'active', businessName: 'Կոֆե Տուն' })
    expect(profile.body.trialEndDate).toMatch(/T19:59:59\.000Z$/)

    const events = await eventsOfBusiness(product, id, 2)
    expect(events.map(({ type }) => type)).toEqual(['BusinessRegistered', 'BusinessApproved'])
    expect(JSON.stringify(events.map(({ data, metadata }) => [data, metadata]))).not.toMatch(
      /Կոֆե|Մարիամ|hatik\.test|374|12345678/,
    )
  })

  it('a legal status that needs no approval is approved with its e-mail, and signed in (H21)', async () => {
    await product.pool.query(`INSERT INTO settings (name, value) VALUES ('auto_approve', '["ngo"]')`)
    const [ngo, llc] = [await register({ legalStatus: 'ngo' }), await register()]
    const verify = async (registered: Awaited<ReturnType<typeof register>>) => {
      const token = tokenIn(await product.mailTo(registered.email, /Հաստատեք/))
      return browserOf(registered).send('GET', `/api/auth/verify-email?token=${token}`)
    }
    const asked = async (email: string) => (await product.mailTo(email, /Հաստատեք/)).text
    // A business that needs no approval is not told to wait.
    expect([await asked(llc.email), await asked(ngo.email)]).toEqual([
      expect.stringContaining('հայտի'),
      expect.not.stringContaining('հայտի'),
    ])
    expect((await verify(llc)).body).toMatchObject({ autoLogin: false, isPendingApproval: true })
    const verified = await verify(ngo)
    expect(verified.body).toMatchObject({ id: ngo.body.id, autoLogin: true, isPendingApproval: false })
    const owner = Object.assign(new Person(product.address, { id: ngo.body.id, email: ngo.email }), {
      cookie: cookieOf(verified.headers),
    })
    expect((await owner.get(`/api/business/${ngo.body.id}/stats`)).status).toBe(200)
    expect(
      (await eventsOfBusiness(product, ngo.body.id, 2)).map(({ type, metadata }) => [
        type,
        (metadata as { actor: { role: string } }).actor.role,
      ]),
    ).toEqual([
      ['BusinessRegistered', 'business'],
      ['BusinessApproved', 'system'],
    ])
    await product.mailTo(ngo.email, /հաստատված է$/)
    expect(
      (await product.mails()).filter(({ to }) => to === ngo.email).map(({ subject }) => subject),
    ).not.toContainEqual(expect.stringMatching(/Ստացել ենք/))
    await product.pool.query(`DELETE FROM settings WHERE name = 'auto_approve'`)
  })

  it('is approved, too, if the address is verified by a reset link (H21, R127)', async () => {
    await product.pool.query(`INSERT INTO settings (name, value) VALUES ('auto_approve', '["ngo"]')`)
    const [ngo, llc] = [await register({ legalStatus: 'ngo' }), await register()]
    const signInByReset = async (email: string) => {
      await visitor().send('POST', '/api/auth/forgot-password', { email, language: 'en' })
      const token = tokenIn(await product.mailTo(email, /Reset/))
      const password = 'Another-horse-2'
      expect(
        (await visitor().send('POST', '/api/auth/reset-password', { token, password, confirmPassword: password }))
          .status,
      ).toBe(200)
      return (await visitor().send('POST', '/api/auth/login', { email, password })).status
    }
    expect([await signInByReset(ngo.email), await signInByReset(llc.email)]).toEqual([200, 403])
    expect((await eventsOfBusiness(product, ngo.body.id, 2)).map(({ type }) => type)).toEqual([
      'BusinessRegistered',
      'BusinessApproved',
    ])
    await product.pool.query(`DELETE FROM settings WHERE name = 'auto_approve'`)
  })

  it('two of one name get two addresses; reserved paths are refused (H27, C6)', async () => {
    const name = `Գրատուն ${randomBytes(3).toString('hex')}`
    const [one, two] = [await register({ businessName: name }), await register({ businessName: name })]
    expect(two.body.slug).toBe(`${one.body.slug}-2`)
    expect((await register({ businessName: 'Pricing' })).body.slug).toMatch(/^pricing-am/)
    expect((await register({ businessName: '12345' })).body.slug).toMatch(/^12345-am/)
  })

  it('missing or invalid fields are refused with their own text, and nothing is created (R160, R161)', async () => {
    const before = await product.pool.query('SELECT 1 FROM users')
    for (const [field, value, message] of [
      ['firstName', '', 'First name is required'],
      ['lastName', undefined, 'Last name is required'],
      ['email', 'cafe', 'Valid email is required'],
      ['phone', '', 'Phone number is required'],
      ['password', 'weak', 'Password must be at least 8 characters long'],
      ['confirmPassword', '', 'Please confirm your password'],
      ['confirmPassword', 'Other-horse-1', 'Passwords do not match'],
      ['legalStatus', '', 'Please select a legal status'],
      ['taxId', '', 'Tax ID is required for this legal status'],
      ['businessName', ' ', 'Business name is required'],
      ['industry', 'Magic', 'Please select a valid industry'],
      ['description', undefined, 'Description is required'],
      ['website', '', 'At least one website or social media link is required'],
      ['website', 'javascript:alert(1)', 'Please enter a valid link'],
    ] as const) {
      const refused = await register({ [field]: value })
      expect([field, refused.status, refused.body.message]).toEqual([field, 400, message])
      expect(refused.body.issues?.[0]?.path).toBe(field)
    }
    const easy = await register({ password: 'Password-2026', confirmPassword: 'Password-2026' })
    expect([easy.status, easy.body.issues]).toEqual([
      400,
      [{ path: 'password', message: 'This password is too easy to guess' }],
    ])
    expect((await visitor().send('POST', '/api/auth/business-register', REGISTRATION)).status).toBe(400)
    expect((await product.pool.query('SELECT 1 FROM users')).rowCount).toBe(before.rowCount)
  })

  it('a verified address is registered once; the retry of a lost response gets that response', async () => {
    const key = randomUUID()
    const first = await register({}, key)
    const retry = await register({ email: first.email }, key)
    expect([retry.status, retry.body]).toEqual([201, first.body])
    const token = tokenIn(await product.mailTo(first.email, /Հաստատեք/))
    expect((await browserOf(retry).send('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(200)
    expect(told(await register({ email: first.email.toUpperCase() }))).toEqual([409, 'User already exists'])
  })
})

describe('what each status may do (H22, H28, H29, C1)', () => {
  it('a suspended business is told at its next call, which ends the session; reinstated it works again', async () => {
    const cafe = await product.business()
    const counter = Object.assign(cafe.at(product.address), { cookie: cookieOf((await signIn(cafe.email)).headers) })
    expect(await change((client) => suspendBusiness(client, cafe.id, 'complaints', byAdmin('suspend')))).toMatchObject({
      to: 'suspended',
    })
    await product.mailTo(cafe.email, /suspended/)
    await cachesPass()
    for (const one of [cafe, counter]) {
      // Later calls get the reason too, and open nothing.
      for (const path of ['/api/live', '/api/auth/me', `/api/business/${cafe.id}/stats`])
        expect(told(await one.get(path))).toEqual([403, 'Account Suspended'])
      expect((await one.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(403)
    }
    expect(told(await signIn(cafe.email))).toEqual([403, 'Account Suspended'])
    expect(await change((client) => suspendBusiness(client, cafe.id, 'complaints', byAdmin('suspend')))).toEqual({
      kind: 'refused',
      from: 'suspended',
    })

    await product.pool.query(
      `UPDATE business_profiles SET trial_end_date = now() + interval '3 days' WHERE user_id = $1`,
      [cafe.id],
    )
    expect(await change((client) => reinstateBusiness(client, cafe.id, 'settled', byAdmin('reinstate')))).toMatchObject(
      { to: 'active' },
    )
    await cachesPass()
    for (const one of [cafe, counter]) expect((await one.get('/api/auth/me')).status).toBe(401)
    expect((await signIn(cafe.email)).status).toBe(200)
    const events = await eventsOfBusiness(product, cafe.id, 2)
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['BusinessSuspended', { reason: 'complaints', from: 'active' }],
      ['BusinessReinstated', { reason: 'settled', to: 'active' }],
    ])
    expect(events[0]?.metadata).toMatchObject({ actor: { userId: 9, role: 'admin' } })
  })

  it('a rejected one gets the reason, cannot sign in, and cannot be approved any more', async () => {
    const registered = await register()
    const { body, email } = registered
    await browserOf(registered).send('GET', `/api/auth/verify-email?token=${tokenIn(await product.mailTo(email))}`)
    expect(
      await change((client) => rejectBusiness(client, body.id, 'the tax number is not yours', byAdmin('reject'))),
    ).toMatchObject({ to: 'rejected' })
    expect((await product.mailTo(email, /չի հաստատվել/)).text).toContain('the tax number is not yours')
    await cachesPass()
    expect(told(await signIn(email))).toEqual([403, 'Registration Rejected'])
    expect(await change((client) => approveBusiness(client, body.id, byAdmin('approve')))).toEqual({
      kind: 'refused',
      from: 'rejected',
    })
    expect(await change((client) => approveBusiness(client, 999_999, byAdmin('approve')))).toEqual({
      kind: 'unknown_business',
    })
  })

  it('one whose paid plan ran out is refused as expired, with its own text, at sign-in and in an open page (H24)', async () => {
    const cafe = await product.business({ plan: 'starter' })
    await product.pool.query(
      `UPDATE business_profiles SET status = 'trial_expired', subscription_start_date = now() - interval '1 month', subscription_end_date = now() WHERE user_id = $1`,
      [cafe.id],
    )
    await cachesPass()
    const refused = { status: 403, body: { code: 'trial_expired', message: 'Trial Expired', lapsed: true } }
    expect(await cafe.get(`/api/business/${cafe.id}/stats`)).toMatchObject(refused)
    expect(await signIn(cafe.email)).toMatchObject({ ...refused, body: { ...refused.body, user: { id: cafe.id } } })
  })

  it('an expired one signs in for billing, profile and sign-out only; the response contains the user (C1, R153)', async () => {
    const cafe = await product.business({ perks: ['1.0'], plan: 'starter' })
    await product.pool.query(
      `UPDATE business_profiles SET trial_end_date = now() - interval '1 second' WHERE user_id = $1`,
      [cafe.id],
    )
    await lookAfterTrials(product.pool, new Date())
    await product.mailTo(cafe.email, /expired/)
    await cachesPass()
    expect(told(await cafe.get(`/api/business/${cafe.id}/stats`))).toEqual([403, 'Trial Expired'])

    const refused = await signIn(cafe.email)
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'trial_expired',
        message: 'Trial Expired',
        lapsed: false,
        user: { id: cafe.id, role: 'business', email: cafe.email },
      },
    })
    cafe.cookie = cookieOf(refused.headers)
    const open = [
      '/api/auth/me',
      '/api/auth/sessions',
      `/api/business-profile/${cafe.id}`,
      `/api/business/${cafe.id}/subscription`,
    ]
    for (const path of open) expect([path, (await cafe.get(path)).status]).toEqual([path, 200])
    expect((await cafe.get<{ status: string }>(`/api/business-profile/${cafe.id}`)).body.status).toBe('trial_expired')
    const profile = { userId: cafe.id, firstName: 'Մարիամ', lastName: 'Սրճարան', email: cafe.email, phone: '091123456' }
    expect((await cafe.write('PATCH', '/api/auth/profile', profile)).status).toBe(200)
    const ani = await product.buyer()
    for (const [method, path, body] of [
      ['GET', `/api/business/${cafe.id}/stats`],
      ['GET', `/api/business/${cafe.id}/buyers`],
      ['GET', `/api/buyer/verify/${ani.code}`],
      ['POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }],
      ['POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode: 'ABCD2345' }],
      ['POST', `/api/business/${cafe.id}/perks`, { name: 'a', description: 'b', pointsRequired: 1 }],
    ] as const) {
      const answer = method === 'GET' ? await cafe.get(path) : await cafe.write(method, path, body)
      expect([path, ...told(answer)]).toEqual([path, 403, 'Trial Expired'])
    }

    await change((client) => suspendBusiness(client, cafe.id, 'complaints', byAdmin('suspend')))
    expect(await change((client) => reinstateBusiness(client, cafe.id, 'settled', byAdmin('reinstate')))).toMatchObject(
      { to: 'trial_expired' },
    )
    await product.pool.query(
      `UPDATE business_profiles SET status = 'suspended', subscription_start_date = now() WHERE user_id = $1`,
      [cafe.id],
    )
    await change((client) => reinstateBusiness(client, cafe.id, 'paid', byAdmin('reinstate')))
    await cachesPass()
    expect((await cafe.get(`/api/business/${cafe.id}/stats`)).status).toBe(200)
    await cafe.send('POST', '/api/auth/logout')
    expect((await cafe.get('/api/auth/me')).status).toBe(401)
  })
})
