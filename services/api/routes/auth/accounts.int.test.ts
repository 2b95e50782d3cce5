import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachesPass } from '../../../../infra/testing/servers/caches.ts'
import { cookieOf, Person } from '../../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const NEW_PASSWORD = 'Another-horse-2'
const newAddress = () => `ani-${randomBytes(5).toString('hex')}@hatik.test`
const visitor = () => new Person(product.address, { id: 0, email: '' })
const signUpBody = (email: string) => ({
  email,
  password: PASSWORD,
  role: 'buyer',
  firstName: 'Անի',
  lastName: 'Գնորդ',
  language: 'am',
})
const told = (answer: { status: number; body: { message?: string } }) => [answer.status, answer.body.message]
const signIn = (email: string, password: string = PASSWORD) =>
  visitor().send('POST', '/api/auth/login', { email, password })

/** `browser`: with the cookies after sign-up, new on each call. */
async function signedUp(): Promise<{ email: string; token: string; id: number; browser: () => Person }> {
  const email = newAddress()
  const answer = await visitor().send<{ id: number }>('POST', '/api/auth/signup', signUpBody(email))
  expect(answer.status).toBe(201)
  const browser = () => Person.signedUp(product.address, answer)
  return { email, id: answer.body.id, token: tokenIn(await product.mailTo(email, /Հաստատեք/)), browser }
}

describe('sign-up and verification', () => {
  it('a visitor becomes a buyer, gets one mail in their language, verifies, and is signed in (R50, R51, R122-R125, R188, R189, H12)', async () => {
    const { email, token, id, browser } = await signedUp()
    // The address is unproved, so the typed name is left out.
    expect((await product.mailTo(email)).text).toMatch(/^Բարև Ձեզ։\n/)
    expect(told(await signIn(email))).toEqual([
      403,
      'Please verify your email address before logging in. Check your inbox for the verification link.',
    ])

    const ani = browser()
    const verified = await ani.send('GET', `/api/auth/verify-email?token=${token}`)
    expect(verified.body).toEqual({
      id,
      buyerId: expect.stringMatching(/^[A-HJ-NP-Z]{2}\d{4}$/) as string,
      firstName: 'Անի',
      lastName: 'Գնորդ',
      email,
      phone: null,
      role: 'buyer',
      language: 'am',
      message: 'Email verified successfully',
      autoLogin: true,
      isPendingApproval: false,
    })
    ani.cookie = cookieOf(verified.headers)
    expect((await ani.get('/api/auth/me')).body).toMatchObject({ id, email })
    expect((await signIn(email)).status).toBe(200)
    expect((await product.mails()).filter((mail) => mail.to === email)).toHaveLength(1)
  })

  it('a link opened twice at once, or again later, stays a success; only within a minute does it sign in again (R125)', async () => {
    const { token, id, browser } = await signedUp()
    const both = await Promise.all(
      [browser(), browser()].map((one) => one.send('GET', `/api/auth/verify-email?token=${token}`)),
    )
    for (const answer of both) expect(answer).toMatchObject({ status: 200, body: { id, autoLogin: true } })
    await product.pool.query(`UPDATE users SET email_verified_at = now() - interval '2 minutes' WHERE id = $1`, [id])
    for (const later of [browser(), visitor()]) {
      const answer = await later.send('GET', `/api/auth/verify-email?token=${token}`)
      expect(answer).toMatchObject({ status: 200, body: { id, autoLogin: false, isPendingApproval: false } })
      expect(cookieOf(answer.headers)).not.toMatch(/hatik=/)
    }
  })

  it('an unknown, an expired and an empty token are refused; a link does not change who is signed in (R217)', async () => {
    const { email, token, id, browser } = await signedUp()
    await product.pool.query(
      `UPDATE users SET email_verification_expires = now() - interval '1 second' WHERE id = $1`,
      [id],
    )
    expect(told(await browser().send('GET', `/api/auth/verify-email?token=${token}`))).toEqual([
      400,
      'Verification failed. Please try again.',
    ])
    expect((await visitor().send('GET', '/api/auth/verify-email?token=unknown')).status).toBe(400)
    expect((await visitor().send('GET', '/api/auth/verify-email')).status).toBe(400)

    expect((await visitor().send('POST', '/api/auth/resend-verification', { email: email.toUpperCase() })).status).toBe(
      200,
    )
    const fresh = await freshToken(email, token)
    const davit = await product.buyer()
    davit.cookie = `${davit.cookie}; ${browser().cookie}`
    const foreign = await davit.get(`/api/auth/verify-email?token=${fresh}`)
    expect(foreign).toMatchObject({ status: 200, body: { id, autoLogin: false } })
    expect((await davit.get('/api/auth/me')).body).toMatchObject({ id: davit.id })
  })

  it('a taken address is refused, in any letter case; the retry of a lost response gets that response (R209)', async () => {
    const email = newAddress()
    const key = randomUUID()
    const first = await visitor().write('POST', '/api/auth/signup', signUpBody(email), key)
    const retry = await visitor().write('POST', '/api/auth/signup', signUpBody(email), key)
    expect([first.status, retry.status, retry.body['id']]).toEqual([201, 201, first.body['id']])
    const token = tokenIn(await product.mailTo(email))
    expect((await product.mails()).filter((mail) => mail.to === email)).toHaveLength(1)
    // The first response and its cookie were lost.
    const browser = Person.signedUp(product.address, retry)
    expect((await browser.send('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(200)
    expect(told(await visitor().write('POST', '/api/auth/signup', signUpBody(email.toUpperCase())))).toEqual([
      409,
      'User already exists',
    ])
    expect((await visitor().send('POST', '/api/auth/signup', signUpBody(email))).status).toBe(409)
  })

  it('a request for another role, or with invalid data, creates nobody (R51, R157, R161)', async () => {
    const email = newAddress()
    for (const [change, message] of [
      [{ role: 'admin' }, undefined],
      [{ role: 'business' }, undefined],
      [{ password: 'weak' }, 'Password must be at least 8 characters long'],
      [{ password: 'correct-horse-1' }, 'Password must contain at least one uppercase letter'],
      [{ password: 'Password-2026' }, 'This password is too easy to guess'],
      [{ firstName: ' ' }, 'First name is required'],
      [{ lastName: '' }, 'Last name is required'],
      [{ email: 'ani' }, 'Valid email is required'],
      [{ email: 'x@y.invalid' }, 'Valid email is required'],
      [{ language: 'fr' }, undefined],
    ] as const) {
      const answer = await visitor().send('POST', '/api/auth/signup', { ...signUpBody(email), ...change })
      expect(answer.status).toBe(400)
      if (message) expect(answer.body.message).toBe(message)
    }
    expect((await product.pool.query('SELECT 1 FROM users WHERE email = $1', [email])).rowCount).toBe(0)
  })

  it("a person's language is as stated, else English (C4)", async () => {
    const email = newAddress()
    const { language: _none, ...silent } = signUpBody(email)
    expect((await visitor().send('POST', '/api/auth/signup', silent)).body).toMatchObject({ language: 'en' })
    expect((await product.mailTo(email)).subject).toBe('Please verify your email address')
  })

  function freshToken(email: string, old: string): Promise<string> {
    return waitUntil('a fresh link', async () => {
      const token = tokenIn(await product.mailTo(email))
      return token !== old && token
    })
  }
})

describe('forgotten passwords', () => {
  it('a mailed link sets a new password once; every session ends, and the owner is mailed (R126, R127, R174, R190, R191)', async () => {
    const ani = await product.buyer()
    const asked = await visitor().send('POST', '/api/auth/forgot-password', {
      email: ani.email.toUpperCase(),
      language: 'am',
    })
    expect(asked.status).toBe(200)
    const token = tokenIn(await product.mailTo(ani.email, /Գաղտնաբառի վերականգնում/))
    const set = (password: string, over: object = {}) =>
      visitor().send('POST', '/api/auth/reset-password', { token, password, confirmPassword: password, ...over })

    expect(told(await set(NEW_PASSWORD, { confirmPassword: PASSWORD }))).toEqual([400, 'Passwords do not match'])
    expect(told(await set('weak'))).toEqual([400, 'Password must be at least 8 characters long'])
    expect(told(await set('Firstname-1'))).toEqual([400, 'This password is too easy to guess'])
    expect(told(await set(NEW_PASSWORD, { token: '' }))).toEqual([400, 'Reset token is required'])
    expect(told(await set(NEW_PASSWORD, { token: 'unknown' }))).toEqual([400, 'Invalid Reset Token'])
    expect((await ani.get('/api/auth/me')).status).toBe(200)

    const [one, other] = await Promise.all([set(NEW_PASSWORD), set('Third-horse-3')])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 400])
    await cachesPass()
    expect((await ani.get('/api/auth/me')).status).toBe(401)
    expect(told(await signIn(ani.email))).toEqual([401, 'Invalid credentials'])
    expect((await signIn(ani.email, one.status === 200 ? NEW_PASSWORD : 'Third-horse-3')).status).toBe(200)
    await product.mailTo(ani.email, /password was changed/)
  })

  it('an expired link is refused, and a newly requested one replaces the first', async () => {
    const ani = await product.buyer()
    await visitor().send('POST', '/api/auth/forgot-password', { email: ani.email })
    const token = tokenIn(await product.mailTo(ani.email, /Reset/))
    await product.pool.query(`UPDATE users SET password_reset_expires = now() WHERE id = $1`, [ani.id])
    expect(
      told(
        await visitor().send('POST', '/api/auth/reset-password', {
          token,
          password: NEW_PASSWORD,
          confirmPassword: NEW_PASSWORD,
        }),
      ),
    ).toEqual([400, 'Invalid Reset Token'])
  })

  it('answers alike for known and unknown addresses, by the same steps: no look-up before the response (R128)', async () => {
    const ani = await product.buyer()
    await product.worker.stop()
    const statements = await recordedStatements(async () => {
      const known = await visitor().send('POST', '/api/auth/forgot-password', { email: ani.email })
      const unknown = await visitor().send('POST', '/api/auth/forgot-password', { email: newAddress() })
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    })
    expect(statements).toEqual(['mail_requests', 'mail_requests'])
    await product.restartWorker()
    await product.mailTo(ani.email, /Reset/)
    expect((await product.pool.query('SELECT 1 FROM mail_requests')).rowCount).toBe(0)
    expect(told(await visitor().send('POST', '/api/auth/forgot-password', { email: 'ani' }))).toEqual([
      400,
      'Please enter a valid email address',
    ])
  })

  /** Tables written meanwhile: one row per call, for any address. */
  async function recordedStatements(act: () => Promise<void>): Promise<string[]> {
    const count = async () => {
      const { rows } = await product.pool.query<{ requests: number; mails: number; users: string }>(
        `SELECT (SELECT count(*) FROM mail_requests) AS requests, (SELECT count(*) FROM mail_outbox) AS mails,
           (SELECT string_agg(id || ':' || coalesce(password_reset_token, ''), ',' ORDER BY id) FROM users) AS users`,
      )
      return rows[0]!
    }
    const before = await count()
    await act()
    const after = await count()
    return [
      ...Array<string>(after.requests - before.requests).fill('mail_requests'),
      ...Array<string>(after.mails - before.mails).fill('mail_outbox'),
      ...(after.users === before.users ? [] : ['users']),
    ]
  }
})

describe('the profile', () => {
  const edit = (person: Person, change: object = {}) =>
    person.write('PATCH', '/api/auth/profile', {
      userId: person.id,
      firstName: 'Անի',
      lastName: 'Գնորդ',
      email: person.email,
      phone: '',
      ...change,
    })

  it('is changed by its owner and nobody else; the reply is the updated user (R97, R172, R182, R192, H26)', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const changed = await edit(ani, { phone: '091 12-34-56', language: 'am', currentPassword: '', newPassword: '' })
    expect(changed.body).toEqual({
      id: ani.id,
      buyerId: ani.code,
      firstName: 'Անի',
      lastName: 'Գնորդ',
      email: ani.email,
      phone: '+37491123456',
      role: 'buyer',
      language: 'am',
      pendingEmail: null,
      passwordChanged: false,
    })
    expect((await ani.get('/api/auth/me')).body).toMatchObject({ phone: '+37491123456', language: 'am' })
    expect((await edit(davit, { userId: ani.id })).status).toBe(403)
    expect((await edit(visitor(), { userId: ani.id, email: ani.email })).status).toBe(401)
    expect(told(await edit(ani, { firstName: '' }))).toEqual([400, 'Please fill in all fields'])
    expect(told(await edit(ani, { email: ' ' }))).toEqual([400, 'Please fill in all fields'])
    expect(told(await edit(ani, { email: 'ani@' }))).toEqual([400, 'Please enter a valid email address'])
    expect(told(await edit(ani, { phone: '12' }))).toEqual([400, 'Please enter a valid phone number'])
    expect(told(await edit(ani, { userId: ani.code }))).toEqual([400, 'Invalid id'])
  })

  it('a new password needs the current one and ends all sessions, including the present one (R98, R172)', async () => {
    const ani = await product.buyer()
    const phone = Object.assign(ani.at(product.address), { cookie: cookieOf((await signIn(ani.email)).headers) })
    expect(told(await edit(ani, { newPassword: NEW_PASSWORD }))).toEqual([400, 'Current password is required'])
    const wrong = await edit(ani, { newPassword: NEW_PASSWORD, currentPassword: 'Wrong-horse-1' })
    expect([wrong.status, wrong.body.code, wrong.body.issues]).toEqual([
      400,
      'wrong_current_password',
      [{ path: 'currentPassword', message: 'Current password is incorrect' }],
    ])
    expect(told(await edit(ani, { newPassword: 'Short-1', currentPassword: PASSWORD }))).toEqual([
      400,
      'Password must be at least 8 characters long',
    ])

    expect(told(await edit(ani, { newPassword: 'Hatik-2026', currentPassword: PASSWORD }))).toEqual([
      400,
      'This password is too easy to guess',
    ])
    const before = ani.cookie
    const changed = await edit(ani, { newPassword: NEW_PASSWORD, currentPassword: PASSWORD })
    expect(changed.body).toMatchObject({ passwordChanged: true })
    expect((await phone.get('/api/auth/me')).status).toBe(401)
    for (const cookie of [`${cookieOf(changed.headers)}; ${before}`, before])
      expect((await Object.assign(ani, { cookie }).get('/api/auth/me')).status).toBe(401)
    expect((await signIn(ani.email)).status).toBe(401)
    expect((await signIn(ani.email, NEW_PASSWORD)).status).toBe(200)
    await product.mailTo(ani.email, /password was changed/)
  })

  it('a new address counts once verified; until then the old one stays, and is mailed (H20)', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const wanted = newAddress()
    expect(told(await edit(ani, { email: davit.email.toUpperCase(), currentPassword: PASSWORD }))).toEqual([
      409,
      'User already exists',
    ])
    expect((await edit(ani, { email: wanted, currentPassword: PASSWORD })).body).toMatchObject({
      email: ani.email,
      pendingEmail: wanted,
    })
    expect((await ani.get('/api/auth/profile')).body).toMatchObject({
      id: ani.id,
      email: ani.email,
      pendingEmail: wanted,
    })
    expect((await ani.get('/api/auth/me')).body).not.toHaveProperty('pendingEmail')
    const token = tokenIn(await product.mailTo(wanted, /new email address/))
    await product.mailTo(ani.email, /A new email address was entered/)
    expect((await signIn(wanted)).status).toBe(401)
    expect((await signIn(ani.email)).status).toBe(200)

    const verified = await ani.get(`/api/auth/verify-email?token=${token}`)
    expect(verified.body).toMatchObject({ email: wanted, autoLogin: true })
    expect((await ani.get(`/api/auth/verify-email?token=${token}`)).status).toBe(200)
    expect((await signIn(wanted)).status).toBe(200)
    expect((await signIn(ani.email)).status).toBe(401)
  })

  it('a new address needs a confirmed session: an open one is not enough (H20)', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    ani.password = undefined
    const wanted = newAddress()
    for (const email of [wanted, davit.email]) {
      for (const currentPassword of [undefined, '']) {
        const refused = await edit(ani, { firstName: 'Նարե', email, currentPassword })
        expect([refused.status, refused.body.code]).toEqual([403, 'confirmation_required'])
      }
      expect((await edit(ani, { firstName: 'Նարե', email, currentPassword: 'Wrong-horse-1' })).body.code).toBe(
        'wrong_current_password',
      )
    }
    const { rows } = await product.pool.query('SELECT first_name, pending_email FROM users WHERE id = $1', [ani.id])
    expect(rows).toEqual([{ first_name: 'Firstname', pending_email: null }])
    expect((await product.mails()).filter(({ to }) => to === wanted || to === ani.email)).toEqual([])
    expect((await edit(ani, { email: ani.email.toUpperCase() })).status).toBe(200)
    await ani.confirm(PASSWORD)
    expect((await edit(ani, { email: wanted })).body).toMatchObject({ pendingEmail: wanted })
  })

  it('two who want the same new address: the first to verify has it', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const wanted = newAddress()
    await edit(ani, { email: wanted, currentPassword: PASSWORD })
    const first = tokenIn(await product.mailTo(wanted))
    await edit(davit, { email: wanted, currentPassword: PASSWORD })
    const both = await waitUntil('both mails', async () => {
      const tokens = (await product.mails()).filter((mail) => mail.to === wanted).map(tokenIn)
      return tokens.length === 2 && tokens
    })
    const second = both.find((token) => token !== first) ?? ''
    expect((await visitor().send('GET', `/api/auth/verify-email?token=${second}`)).status).toBe(200)
    expect((await visitor().send('GET', `/api/auth/verify-email?token=${first}`)).status).toBe(400)
    expect((await edit(ani)).body).toMatchObject({ email: ani.email, pendingEmail: null })
  })
})

describe('old passwords', () => {
  it('a hash of weaker parameters is replaced at the next sign-in', async () => {
    const ani = await product.buyer()
    const argon2 = await import('argon2')
    const weak = await argon2.hash(PASSWORD, { type: argon2.argon2id, memoryCost: 8_192, timeCost: 2, parallelism: 1 })
    await product.pool.query('UPDATE users SET password = $2 WHERE id = $1', [ani.id, weak])
    expect((await signIn(ani.email)).status).toBe(200)
    const stored = await product.pool.query<{ password: string }>('SELECT password FROM users WHERE id = $1', [ani.id])
    expect(stored.rows[0]?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(ani.email)).status).toBe(200)
  })
})
