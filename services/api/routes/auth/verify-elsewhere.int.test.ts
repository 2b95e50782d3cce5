/** Sign-ups with another person's address: which browser the link verifies, and who owns the account. */
import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStorage } from '#platform/files/file-storage.ts'
import { Person, type Answer } from '../../../../infra/testing/people/person.ts'
import { registerBusiness } from '../../../../infra/testing/people/register-business.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' } })
})
afterAll(() => product.close())

const [HIS, HERS, NEW] = ['Strange-horse-1', 'Another-horse-2', 'Chosen-horse-3']
const newAddress = () => `ani-${randomBytes(5).toString('hex')}@hatik.test`
/** Rate limits count per address. */
const newIp = () => `2001:db8:${randomBytes(2).toString('hex')}::${randomBytes(2).toString('hex')}`
const visitor = () => new Person(product.address, { id: 0, email: '' })
const send = (who: Person, path: string, body: object, ip = newIp()) =>
  who.send('POST', path, body, { 'x-forwarded-for': ip, 'idempotency-key': randomUUID() })
const signUp = (email: string, password: string, firstName: string, ip?: string) =>
  send(
    visitor(),
    '/api/auth/signup',
    { email, password, role: 'buyer', firstName, lastName: 'Buyer', language: 'en' },
    ip,
  )
const browserOf = (answer: Pick<Answer, 'headers'>) => Person.signedUp(product.address, answer)
const open = (who: Person, token: string, headers = {}) =>
  who.send('GET', `/api/auth/verify-email?token=${token}`, undefined, { 'x-forwarded-for': newIp(), ...headers })
const prove = (token: string, body: object, who = visitor()) => send(who, '/api/auth/verify-email', { token, ...body })
const signIn = async (email: string, password: string) =>
  (await send(visitor(), '/api/auth/login', { email, password })).status
const tokensTo = async (email: string) => (await product.mails()).filter(({ to }) => to === email).map(tokenIn)
/** The token of mail number `count`. */
const newestToken = (email: string, count = 1) =>
  waitUntil(`${count} mails to ${email}`, async () => {
    const tokens = await tokensTo(email)
    return tokens.length >= count && tokens[0]
  })
const isVerified = async (email: string) =>
  (await product.pool.query<{ is: boolean }>('SELECT email_verified AS is FROM users WHERE email = $1', [email]))
    .rows[0]?.is
const sessionCookie = ({ headers }: Pick<Answer, 'headers'>) =>
  headers.getSetCookie().some((line) => line.startsWith('hatik='))

describe('a link in a browser that did not sign up', () => {
  it('verifies nothing and asks for the password: the owner, who asked for another mail, sets a new one, and the stranger loses access', async () => {
    const email = newAddress()
    const his = browserOf(await signUp(email, HIS, 'Stranger'))
    await newestToken(email)
    await send(visitor(), '/api/auth/resend-verification', { email })
    const token = await newestToken(email, 2)
    const asked = await open(visitor(), token)
    expect([asked.status, asked.body.code, sessionCookie(asked), await isVerified(email)]).toEqual([
      409,
      'password_needed',
      false,
      false,
    ])
    expect(JSON.stringify(asked.body)).not.toMatch(/Stranger|hatik\.test/)

    expect((await prove(token, { password: 'Wrong-horse-9' })).status).toBe(400)
    expect((await prove(token, { newPassword: 'Password-2026' })).body.issues).toMatchObject([{ path: 'newPassword' }])
    const key = randomUUID()
    const choose = () =>
      visitor().send('POST', '/api/auth/verify-email', { token, newPassword: NEW }, { 'idempotency-key': key })
    const [chosen, again] = [await choose(), await choose()]
    for (const answer of [chosen, again])
      expect(answer).toMatchObject({
        status: 200,
        body: { email, autoLogin: true, isPendingApproval: false, message: 'Email verified successfully' },
      })
    // The retry's session has taken the place of the first one.
    expect((await browserOf(again).get('/api/auth/me')).body).toMatchObject({ email })
    expect((await browserOf(chosen).get('/api/auth/me')).status).toBe(401)
    expect([await signIn(email, HIS), await signIn(email, NEW)]).toEqual([401, 200])
    // Even with the link, the stranger's browser is not signed in.
    const later = await open(his, token)
    expect([later.status, later.body['autoLogin'], later.body['email']]).toEqual([200, false, ''])
    expect([(await his.get('/api/auth/me')).status, (await prove(token, { newPassword: HIS })).body.code]).toEqual([
      401,
      'changed_meanwhile',
    ])
    await product.mailTo(email, /password was changed/)
    const { rows } = await product.pool.query<{ line: string }>(
      `SELECT what || ' ' || result AS line FROM security_log WHERE user_id = $1 ORDER BY id`,
      [chosen.body['id']],
    )
    expect(rows.map(({ line }) => line)).toEqual(
      expect.arrayContaining(['sign_in invalid_credentials', 'password_changed ok', 'sign_in verified']),
    )
  })

  it('accepts the sign-up password, with the sign-in’s limit on guesses', async () => {
    const email = newAddress()
    await signUp(email, HERS, 'Ani')
    const token = await newestToken(email)
    for (const [body, path] of [
      [{}, 'password'],
      [{ password: HERS, newPassword: NEW }, 'password'],
      [{ password: '' }, 'password'],
      [{ newPassword: 'Weak-horse' }, 'newPassword'],
    ] as const)
      expect(await prove(token, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', issues: [{ path }] },
      })
    expect((await prove('unknown', { password: HERS })).body.code).toBe('invalid_verification_token')
    for (let guess = 0; guess < 10; guess += 1)
      expect((await prove(token, { password: HIS })).body.issues).toEqual([
        { path: 'password', message: 'This is not the password of the sign-up' },
      ])
    expect((await prove(token, { password: HERS })).body.code).toBe('too_many_attempts')
    expect(await isVerified(email)).toBe(false)

    const other = newAddress()
    await signUp(other, HERS, 'Ani')
    const proved = await prove(await newestToken(other), { password: HERS })
    expect(proved).toMatchObject({ status: 200, body: { email: other, firstName: 'Ani', autoLogin: true } })
    expect([(await browserOf(proved).get('/api/auth/me')).status, await signIn(other, HERS)]).toEqual([200, 200])
    // Guesses do not block a new password: the link proves the mailbox.
    expect((await prove(token, { newPassword: NEW })).body['autoLogin']).toBe(true)
  })

  it('also if a stranger has signed up with the address since, or the account is another', async () => {
    const [email, another] = [newAddress(), newAddress()]
    const hers = browserOf(await signUp(email, HERS, 'Ani'))
    const foreign = browserOf(await signUp(another, HERS, 'Davit'))
    const old = await newestToken(email)
    expect((await open(foreign, old)).body.code).toBe('password_needed')
    await signUp(email, HIS, 'Stranger')
    const token = await newestToken(email, 2)
    expect([(await open(hers, old)).body.code, (await open(hers, token)).body.code]).toEqual([
      'invalid_verification_token',
      'password_needed',
    ])
    const forged = Object.assign(visitor(), { cookie: hers.cookie.replace(/=.{8}/, '=AAAAAAAA') })
    expect((await open(forged, token)).body.code).toBe('password_needed')
    expect(await isVerified(email)).toBe(false)
  })

  it('is verified once, however many open it at once', async () => {
    const email = newAddress()
    const hers = browserOf(await signUp(email, HERS, 'Ani'))
    const token = await newestToken(email)
    const answers = await Promise.all([
      ...[NEW, 'Other-horse-44', 'Third-horse-55'].map((newPassword) => prove(token, { newPassword })),
      open(hers, token),
    ])
    for (const { status, body } of answers) expect([200, 409]).toContain(body.code ? status : 200)
    const [one, two, three, byCookie] = answers.map(({ status }) => status === 200)
    const passwords = await Promise.all(
      [NEW, 'Other-horse-44', 'Third-horse-55', HERS].map((each) => signIn(email, each)),
    )
    // The only valid password is that of the successful call.
    expect(passwords.filter((status) => status === 200)).toHaveLength(1)
    const setAnew = [one, two, three]
    expect(setAnew.filter(Boolean).length).toBe(passwords[3] === 200 ? 0 : 1)
    expect(passwords.slice(0, 3).map((status) => status === 200)).toEqual(setAnew)
    if (passwords[3] === 200) expect(byCookie).toBe(true)
  })
})

describe('a link in the browser that signed up', () => {
  it('signs in, even after a retried sign-up and a second mail; coming from another site it does nothing', async () => {
    const email = newAddress()
    const key = randomUUID()
    const call = () =>
      visitor().send(
        'POST',
        '/api/auth/signup',
        { email, password: HERS, role: 'buyer', firstName: 'Ani', lastName: 'Buyer', language: 'en' },
        { 'idempotency-key': key, 'x-forwarded-for': newIp() },
      )
    const [first, retry] = [await call(), await call()]
    expect(browserOf(retry).cookie).toBe(browserOf(first).cookie)
    expect(first.headers.getSetCookie().join()).toMatch(/^hatik-sign-up=[\w-]{43}; .*HttpOnly.*SameSite=Lax/i)
    await newestToken(email)
    await send(visitor(), '/api/auth/resend-verification', { email })
    const token = await newestToken(email, 2)
    for (const site of ['cross-site', 'same-site']) {
      const visited = await open(browserOf(retry), token, { 'sec-fetch-site': site })
      expect([visited.body.code, sessionCookie(visited), await isVerified(email)]).toEqual([
        'password_needed',
        false,
        false,
      ])
    }
    const opened = await open(browserOf(retry), token, { 'sec-fetch-site': 'same-origin' })
    expect([opened.body['autoLogin'], sessionCookie(opened)]).toEqual([true, true])
    expect(opened.headers.getSetCookie().join()).toMatch(/hatik-sign-up=;/)
    // Within a minute the link signs in again there, and only there.
    const elsewhere = [
      await open(browserOf(retry), token, { 'sec-fetch-site': 'cross-site' }),
      await open(visitor(), token),
    ]
    expect(elsewhere.map((answer) => [answer.status, answer.body['autoLogin'], sessionCookie(answer)])).toEqual([
      [200, false, false],
      [200, false, false],
    ])
    expect(sessionCookie(await open(browserOf(retry), token))).toBe(true)
  })
})

describe('sign-ups with one address', () => {
  it('are limited per caller: nobody keeps the owner out, and the mailbox is not flooded', async () => {
    const email = newAddress()
    const [hisIp, otherIp] = [newIp(), newIp()]
    const statuses = async (ip: string, calls: number) => {
      const answers: number[] = []
      for (let call = 0; call < calls; call += 1) answers.push((await signUp(email, HIS, 'Stranger', ip)).status)
      return answers
    }
    expect(await statuses(hisIp, 6)).toEqual([201, 201, 201, 201, 201, 429])
    expect(await statuses(otherIp, 2)).toEqual([201, 201])
    const hers = browserOf(await signUp(email, HERS, 'Ani'))
    const newest = await waitUntil('the mail with the link that works', async () => {
      const { rows } = await product.pool.query(
        `SELECT FROM mail_outbox m JOIN users u ON u.id = m.user_id WHERE u.email = $1 AND m.state = 'waiting'`,
        [email],
      )
      return rows.length === 0 && (await tokensTo(email))[0]
    })
    expect((await tokensTo(email)).length).toBeLessThanOrEqual(5)
    expect((await open(hers, newest)).body).toMatchObject({ firstName: 'Ani', autoLogin: true })
    expect([await signIn(email, HIS), await signIn(email, HERS)]).toEqual([401, 200])
  })
})

describe('a registration of a business with an address that nobody has verified', () => {
  const register = async (email: string, change: Record<string, string>, key = randomUUID()) => {
    const individual = change['legalStatus'] === 'individual'
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#9b1b30' } })
      .png()
      .toBuffer()
    return registerBusiness(product.address, {
      change: { email, language: 'en', ...change },
      key,
      ip: newIp(),
      ...(individual && { upload: { bytes } }),
    })
  }
  const his = {
    password: HIS,
    confirmPassword: HIS,
    businessName: 'Strange Shop',
    legalStatus: 'individual',
    taxId: '',
  }
  const hers = {
    password: HERS,
    confirmPassword: HERS,
    businessName: 'Kofe Tun',
    legalStatus: 'llc',
    taxId: '87654321',
  }
  const documents = async () =>
    (await openFileStorage(product.env['FILES_URL']!).list('id-documents')).map(({ key }) => key)

  it('takes it over: the stranger’s name, password, page and document are gone', async () => {
    const email = newAddress()
    const before = new Set(await documents())
    const stranger = await register(email, his)
    const old = await newestToken(email)
    expect((await documents()).filter((key) => !before.has(key))).toHaveLength(1)
    const key = randomUUID()
    const [first, retry] = [await register(email, hers, key), await register(email, hers, key)]
    expect([first.status, retry.status, retry.body.id]).toEqual([201, 201, first.body.id])
    expect(first.body.id).not.toBe(stranger.body.id)
    expect(await documents()).toEqual([...before])
    const token = await newestToken(email, 2)
    expect((await open(browserOf(first), old)).body.code).toBe('invalid_verification_token')
    expect((await open(browserOf(stranger), token)).body.code).toBe('password_needed')
    expect((await open(browserOf(retry), token)).body).toMatchObject({
      id: first.body.id,
      isPendingApproval: true,
      autoLogin: false,
    })
    expect([await signIn(email, HIS), await signIn(email, HERS)]).toEqual([401, 403])
    const { rows } = await product.pool.query(
      'SELECT status, business_name AS name FROM business_profiles WHERE user_id = ANY($1) ORDER BY user_id',
      [[stranger.body.id, first.body.id]],
    )
    expect(rows).toEqual([
      { status: 'closed', name: 'Closed business' },
      { status: 'pending', name: 'Kofe Tun' },
    ])
    // Verified, it cannot be taken over.
    expect((await register(email, his)).status).toBe(409)
    expect(await documents()).toEqual([...before])
  })

  it('by several at once leaves one, and no unreferenced document; after many the newest link keeps working', async () => {
    const email = newAddress()
    const before = new Set(await documents())
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(email, his)))
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const owner = await register(email, { ...hers, legalStatus: 'individual', taxId: '' })
    expect(owner.status).toBe(201)
    const { rows } = await product.pool.query<{ id: number; document: string }>(
      'SELECT id, id_document_url AS document FROM users WHERE email = $1',
      [email],
    )
    expect(rows).toEqual([{ id: owner.body.id, document: expect.any(String) as string }])
    expect((await documents()).filter((key) => !before.has(key))).toEqual([rows[0]!.document])
    const works = await waitUntil('a mail with the link that works', async () => {
      for (const token of await tokensTo(email)) {
        const { status } = await open(browserOf(owner), token)
        if (status === 200) return true
      }
      return undefined
    })
    expect([works, (await tokensTo(email)).length <= 6]).toEqual([true, true])
  })

  it('of an unverified business asks for the password in another browser, and leaves a buyer and an approved business alone', async () => {
    const email = newAddress()
    const registered = await register(email, hers)
    const token = await newestToken(email)
    expect((await open(visitor(), token)).body.code).toBe('password_needed')
    expect((await prove(token, { newPassword: NEW })).body).toMatchObject({
      id: registered.body.id,
      isPendingApproval: true,
      autoLogin: false,
    })
    await product.mailTo(email, /received/i)
    const buyer = newAddress()
    await signUp(buyer, HERS, 'Ani')
    expect((await register(buyer, hers)).status).toBe(409)
    const approved = newAddress()
    const { body } = await register(approved, hers)
    await product.pool.query(`UPDATE business_profiles SET status = 'active' WHERE user_id = $1`, [body.id])
    expect((await register(approved, his)).status).toBe(409)
  })
})
