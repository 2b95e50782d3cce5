import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PasskeyEntry } from '#contracts/calls/account/passkeys.ts'
import { PASSKEYS_MAX } from '#contracts/calls/account/passkeys.ts'
import { cookieOf, Person } from '../../../../infra/testing/people/person.ts'
import {
  addPasskey,
  loginOptions,
  passkeyOptions,
  signInByPasskey,
  SoftPasskey,
} from '../../../../infra/testing/people/soft-passkey.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { pairTill } from '../../../../infra/testing/people/till.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'

const PATH = '/api/auth/passkeys'
const NEW_PASSWORD = 'Another-horse-2'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const stranger = () => new Person(product.address, { id: 0, email: '' })
const listOf = async (person: Person) => (await person.get<PasskeyEntry[]>(PATH)).body
const signIn = (passkey: SoftPasskey, altered = {}) => signInByPasskey(stranger(), passkey, altered)
const add = (person: Person, name?: string) => addPasskey(person, product.address, name)
const securityOf = async (userId: number) => {
  const { rows } = await product.pool.query<{ line: string }>(
    `SELECT what || ' ' || result AS line FROM security_log WHERE user_id = $1 ORDER BY id DESC`,
    [userId],
  )
  return rows.map(({ line }) => line)
}

describe('passkeys of an account', () => {
  it('are added with the password, named, used, and removed, each with a mail and a line in the security log', async () => {
    const ani = await product.buyer()
    const { id, passkey } = await add(ani)
    expect(await product.mailTo(ani.email, /passkey was added/)).toMatchObject({
      text: expect.stringContaining('Phone'),
    })
    expect(await listOf(ani)).toEqual([{ id, name: 'Phone', createdAt: expect.any(String), lastUsedAt: null }])
    expect((await ani.write('PATCH', `${PATH}/${id}`, { name: ' Tablet ' })).body).toMatchObject({ id, name: 'Tablet' })

    const signedIn = await signIn(passkey)
    expect([signedIn.status, signedIn.body]).toEqual([200, expect.objectContaining({ id: ani.id, buyerId: ani.code })])
    const phone = Object.assign(stranger(), { cookie: cookieOf(signedIn.headers) })
    expect((await phone.get('/api/auth/me')).status).toBe(200)
    expect((await listOf(phone))[0]).toMatchObject({ name: 'Tablet', lastUsedAt: expect.any(String) })
    expect((await phone.get<{ what: string }[]>('/api/auth/sign-ins')).body[0]).toMatchObject({
      what: 'passkey_sign_in',
      result: 'ok',
    })
    expect((await phone.write('DELETE', `${PATH}/${id}`)).body).toMatchObject({ code: 'confirmation_required' })

    expect((await ani.write('DELETE', `${PATH}/${id}`)).status).toBe(200)
    expect(await listOf(ani)).toEqual([])
    await product.mailTo(ani.email, /passkey was removed/)
    expect(await signIn(passkey)).toMatchObject({ status: 400, body: { code: 'passkey_refused' } })
    const lines = ['passkey_removed ok', 'passkey_sign_in ok', 'passkey_added ok', 'sign_in ok']
    expect(await securityOf(ani.id)).toEqual(lines)
  })

  it('belong to one person: others can neither name nor remove them', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const { id } = await add(ani)
    await davit.confirm(PASSWORD)
    expect((await davit.write('PATCH', `${PATH}/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await davit.write('DELETE', `${PATH}/${id}`)).status).toBe(404)
    expect(await listOf(davit)).toEqual([])
    expect(await listOf(ani)).toMatchObject([{ name: 'Phone' }])
  })

  it('are known to devices under a random handle, and by no address of the person', async () => {
    const ani = await product.buyer()
    const first = await passkeyOptions(ani)
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32)
    await add(ani)
    const second = await ani.write<{ user: { id: string }; excludeCredentials: object[] }>('POST', `${PATH}/options`)
    expect(second.body.user.id).toBe(first.user.id)
    expect(second.body.excludeCredentials).toHaveLength(1)
  })

  it('are refused without user verification, from another site, for another session, or with a challenge used before', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    await davit.confirm(PASSWORD)
    const post = async (credential: object, by: Person = ani) =>
      (await by.write('POST', PATH, { name: 'Phone', credential })).body.code
    const make = () => new SoftPasskey(product.address)
    expect(await post(make().made(await passkeyOptions(ani), { isVerified: false }))).toBe('passkey_refused')
    expect(await post(make().made(await passkeyOptions(ani), { origin: 'https://evil.example' }))).toBe(
      'passkey_refused',
    )
    expect(await post(make().made(await passkeyOptions(ani)), davit)).toBe('passkey_refused')
    const options = await passkeyOptions(ani)
    expect(await post(make().made(options))).toBeUndefined()
    expect(await post(make().made(options))).toBe('passkey_refused')
    expect(await listOf(ani)).toHaveLength(1)
  })

  it('are refused if the attested id is another than the named one, whose length is limited', async () => {
    const ani = await product.buyer()
    for (const length of [16, 1_024, 4_000]) {
      const attestedId = randomBytes(length)
      const credential = new SoftPasskey(product.address).made(await passkeyOptions(ani), { attestedId })
      expect(await ani.write('POST', PATH, { name: 'Phone', credential })).toMatchObject({
        status: 400,
        body: { code: 'passkey_refused' },
      })
    }
    expect(await listOf(ani)).toEqual([])
  })

  it(`are ${PASSKEYS_MAX} at most, also of additions at once`, async () => {
    const ani = await product.buyer()
    for (let made = 1; made < PASSKEYS_MAX; made += 1) await add(ani)
    const credentials = await Promise.all(
      [1, 2].map(async () => new SoftPasskey(product.address).made(await passkeyOptions(ani))),
    )
    const answers = await Promise.all(
      credentials.map((credential) => ani.write('POST', PATH, { name: 'Last', credential })),
    )
    expect(
      answers
        .map(({ status, body }) => body.code ?? status)
        .map(String)
        .toSorted(),
    ).toEqual(['201', 'too_many_passkeys'])
  })

  it('are closed to tills, to support visits and to staff with their first password', async () => {
    const cafe = await product.business()
    const till = await pairTill(product, cafe)
    for (const path of [`${PATH}/options`, PATH])
      expect((await till.write('POST', path, {})).body).toMatchObject({ code: 'forbidden' })

    const admin = await signInStaff(product, 'admin')
    await admin.confirm(PASSWORD)
    const reason = 'asked for by the owner'
    const visit = await admin.write('POST', '/api/admin/impersonation/start', { userId: cafe.id, reason, mode: 'act' })
    admin.cookie = cookieOf(visit.headers)
    expect((await admin.write('POST', `${PATH}/options`)).body.code).toMatch(/^visit_/)

    const auditor = await signInStaff(product, 'auditor')
    await auditor.confirm(PASSWORD)
    const made = new SoftPasskey(product.address).made(await passkeyOptions(auditor))
    await product.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [auditor.id])
    for (const [path, body] of [[`${PATH}/options`], [PATH, { name: 'Phone', credential: made }]] as const)
      expect((await auditor.write('POST', path, body)).body.code).toBe('password_change_required')
  })
})

describe('signing in with a passkey', () => {
  it('is refused without verification, from another site, for another handle, and with a counter that does not grow', async () => {
    const ani = await product.buyer()
    const { passkey } = await add(ani)
    const refused = { status: 400, body: { code: 'passkey_refused' } }
    expect(await signIn(passkey, { isVerified: false })).toMatchObject(refused)
    expect(await signIn(passkey, { origin: 'https://evil.example' })).toMatchObject(refused)
    expect(await signIn(passkey, { rpId: 'evil.example' })).toMatchObject(refused)
    expect(await signIn(passkey, { userHandle: 'AAAA' })).toMatchObject(refused)
    expect(await signIn(new SoftPasskey(product.address), { userHandle: 'AAAA' })).toMatchObject(refused)
    expect((await signIn(passkey, { counter: 5 })).status).toBe(200)
    expect(await signIn(passkey, { counter: 5 })).toMatchObject(refused)
    expect(await signIn(passkey, { counter: 0 })).toMatchObject(refused)
    expect((await signIn(passkey, { counter: 6 })).status).toBe(200)
    expect(await securityOf(ani.id)).toContain('passkey_sign_in passkey_refused')
  })

  it('takes a challenge once, and only from the browser that asked for it', async () => {
    const { passkey } = await add(await product.buyer())
    const [caller, other] = [stranger(), stranger()]
    const body = passkey.signed(await loginOptions(caller))
    await loginOptions(other)
    const path = '/api/auth/passkey-login'
    expect((await stranger().write('POST', path, body)).body.code).toBe('passkey_refused')
    expect((await other.write('POST', path, body)).body.code).toBe('passkey_refused')
    expect((await caller.write('POST', path, body)).status).toBe(200)
    expect((await caller.write('POST', path, body)).body.code).toBe('passkey_refused')
  })

  it('follows the status of the account as a password does', async () => {
    const cafe = await product.business()
    const { passkey } = await add(cafe)
    const codes = {
      pending: 'pending_confirmation',
      suspended: 'account_suspended',
      rejected: 'registration_rejected',
      trial_expired: 'trial_expired',
      closed: 'invalid_credentials',
    }
    for (const [status, code] of Object.entries(codes)) {
      await product.pool.query('UPDATE business_profiles SET status = $2 WHERE user_id = $1', [cafe.id, status])
      const byPassword = await waitUntil(`the sign-in meets the status ${status}`, async () => {
        const answer = await stranger().write('POST', '/api/auth/login', { email: cafe.email, password: PASSWORD })
        return answer.body.code === code && answer
      })
      const byPasskey = await signIn(passkey)
      const { requestId: _one, ...wanted } = byPassword.body
      const { requestId: _other, ...got } = byPasskey.body
      expect([status, byPasskey.status, got]).toEqual([status, byPassword.status, wanted])
    }
    await product.pool.query(`UPDATE business_profiles SET status = 'active' WHERE user_id = $1`, [cafe.id])
    await product.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [cafe.id])
    expect((await signIn(passkey)).body.code).toBe('email_unverified')
  })

  it('ends with the account, whose passkeys are erased', async () => {
    const ani = await product.buyer()
    const { passkey } = await add(ani)
    expect((await ani.write('DELETE', `/api/auth/account/${ani.id}`)).status).toBe(200)
    expect((await signIn(passkey)).body.code).toBe('passkey_refused')
    const { rows } = await product.pool.query(
      'SELECT passkey_handle AS handle FROM users WHERE id = $1 UNION ALL SELECT name FROM passkeys WHERE user_id = $1',
      [ani.id],
    )
    expect(rows).toEqual([{ handle: null }])
  })

  it('goes on after a change of the password, and ends with a reset by mail, which lists what it removes', async () => {
    const ani = await product.buyer()
    const { passkey } = await add(ani, 'Phone of Ani')
    const profile = { userId: ani.id, firstName: 'Անի', lastName: 'Գ', email: ani.email }
    const changed = { ...profile, currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await ani.write('PATCH', '/api/auth/profile', changed)).status).toBe(200)
    expect((await product.mailTo(ani.email, /password was changed/)).text).toContain('still work: Phone of Ani')
    expect((await signIn(passkey)).status).toBe(200)

    await stranger().write('POST', '/api/auth/forgot-password', { email: ani.email })
    const token = tokenIn(await product.mailTo(ani.email, /Reset/))
    const reset = { token, password: PASSWORD, confirmPassword: PASSWORD }
    expect((await stranger().write('POST', '/api/auth/reset-password', reset)).status).toBe(200)
    expect((await signIn(passkey)).body.code).toBe('passkey_refused')
    await waitUntil('the mail lists what is gone', async () => {
      const { text } = await product.mailTo(ani.email, /password was changed/)
      return text.includes('removed as well: Phone of Ani')
    })
    expect(await securityOf(ani.id)).toContain('passkey_removed ok')
  })
})

describe('with limits', () => {
  let limited: Product
  beforeAll(async () => {
    limited = await startProduct({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } })
  })
  afterAll(() => limited.close())

  it('ten refused passkeys lock the account’s passkeys for strangers, but not its password, nor the reverse', async () => {
    const ani = await limited.buyer()
    const { passkey } = await addPasskey(ani, limited.address)
    let calls = 0
    const from = () => ({ 'x-forwarded-for': `203.0.113.${(calls += 1)}` })
    const sendPasskey = async (altered = {}) => {
      const caller = new Person(limited.address, { id: 0, email: '' })
      const { headers, body } = await caller.send<{ challenge: string; rpId: string }>(
        'POST',
        '/api/auth/passkey-login/options',
        undefined,
        from(),
      )
      caller.cookie = cookieOf(headers)
      return caller.send('POST', '/api/auth/passkey-login', passkey.signed(body, altered), from())
    }
    const sendPassword = (password: string) =>
      new Person(limited.address, { id: 0, email: '' }).send(
        'POST',
        '/api/auth/login',
        { email: ani.email, password },
        from(),
      )
    for (let guess = 0; guess < 10; guess += 1) await sendPassword('Wrong-horse-1')
    expect((await sendPassword(PASSWORD)).status).toBe(429)
    expect((await sendPasskey()).status).toBe(200)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await sendPasskey({ isVerified: false })).body.code).toBe('passkey_refused')
    expect((await sendPasskey()).body.code).toBe('sign_in_rate_limited')
  })

  it('nothing that is typed at the password form locks an account’s passkeys', async () => {
    const ani = await limited.buyer()
    const { passkey } = await addPasskey(ani, limited.address)
    const stranger = () => new Person(limited.address, { id: 0, email: '' })
    for (const email of [`passkeys-of:${ani.id}`, `passkeys of ${ani.id}`])
      for (let guess = 1; guess <= 11; guess += 1) {
        const from = { 'x-forwarded-for': `203.0.113.${100 + guess}` }
        const { status } = await stranger().send('POST', '/api/auth/login', { email, password: PASSWORD }, from)
        expect(status).toBe(guess <= 10 ? 401 : 429)
      }
    expect((await signInByPasskey(stranger(), passkey)).status).toBe(200)
  })
})
