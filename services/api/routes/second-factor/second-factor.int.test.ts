/** Second factors of administrators and auditors (decision 55). */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SecondFactor } from '#contracts/calls/account/second-factor.ts'
import { beginTotp, codeOf, setUpTotp } from '../../../../infra/testing/people/authenticator.ts'
import { cookieOf, Person } from '../../../../infra/testing/people/person.ts'
import { addPasskey, signInByPasskey } from '../../../../infra/testing/people/soft-passkey.ts'
import { callAndRotate, signInAgain, signInStaff } from '../../../../infra/testing/people/staff.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

const PATH = '/api/auth/second-factor'
const NEW_PASSWORD = 'Another-horse-2'
const WRONG = 'AAAA-AAAA-AAAA-AAAA'

let product: Product
/** The address of an API in production, on the same services. */
let production: string
beforeAll(async () => {
  product = await startProduct()
  production = await product.startSecondApi({ NODE_ENV: 'production' })
})
afterAll(() => product.close())

const enter = (person: Person, code: string) => callAndRotate(person, PATH, { code })
const stateOf = async (person: Person) => (await person.get('/api/admin/me')).body['secondFactor']
const securityOf = async ({ id }: Person) => {
  const { rows } = await product.pool.query<{ line: string }>(
    `SELECT what || ' ' || result AS line FROM security_log WHERE user_id = $1 ORDER BY id`,
    [id],
  )
  return rows.map(({ line }) => line)
}

describe('an authenticator app', () => {
  it('is activated by its code only, told by email, and asked for at the next sign-in, each code once', async () => {
    const admin = await signInStaff(product, 'admin')
    expect((await admin.get<SecondFactor>(PATH)).body).toEqual({ state: 'ok', totp: null })
    const secret = await beginTotp(admin)
    expect(Buffer.from(secret).length).toBe(32)
    expect(await admin.write('POST', `${PATH}/totp/activate`, { code: '12345' })).toMatchObject({ status: 400 })
    expect(await admin.write('POST', `${PATH}/totp/activate`, { code: codeOf(secret, 9) })).toMatchObject({
      status: 400,
      body: { code: 'wrong_second_factor', issues: [{ path: 'code' }] },
    })
    const activated = await admin.write<{ recoveryCodes: string[] }>('POST', `${PATH}/totp/activate`, {
      code: codeOf(secret),
    })
    expect([activated.status, new Set(activated.body.recoveryCodes).size]).toEqual([201, 10])
    admin.cookie = cookieOf(activated.headers) || admin.cookie
    await product.mailTo(admin.email, /Two-step sign-in was turned on/)
    expect(await admin.write('POST', `${PATH}/totp`)).toMatchObject({
      status: 409,
      body: { code: 'second_factor_exists' },
    })

    const again = await signInAgain(product.address, admin)
    expect(await stateOf(again)).toBe('code_required')
    const code = codeOf(secret, 1)
    expect(await enter(again, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      status: 200,
      body: { secondFactor: 'ok' },
    })
    expect((await again.get('/api/admin/overview')).status).toBe(200)
    const third = await signInAgain(product.address, admin)
    expect((await enter(third, code)).body.code).toBe('wrong_second_factor')
    expect((await enter(third, codeOf(secret, 9))).body.code).toBe('wrong_second_factor')
    expect((await enter(third, activated.body.recoveryCodes[9]!)).status).toBe(200)
    expect((await securityOf(admin)).filter((line) => line.startsWith('second_factor'))).toEqual([
      'second_factor wrong_second_factor',
      'second_factor_added ok',
      'second_factor ok',
      'second_factor ok',
    ])
  })

  it('is stored sealed, and never shown again', async () => {
    const auditor = await signInStaff(product, 'auditor')
    const { secret, recoveryCodes } = await setUpTotp(auditor)
    const { rows } = await product.pool.query<{ all: string }>(
      `SELECT (SELECT to_jsonb(t)::text FROM totp_secrets t WHERE user_id = $1) || (SELECT jsonb_agg(to_jsonb(r))::text FROM recovery_codes r WHERE user_id = $1)
         || (SELECT jsonb_agg(to_jsonb(k))::text FROM keyed_writes k WHERE user_id = $1) AS all`,
      [auditor.id],
    )
    for (const told of [secret, ...recoveryCodes]) expect(rows[0]!.all).not.toContain(told)
    const { body } = await auditor.get<SecondFactor>(PATH)
    expect(body).toEqual({ state: 'ok', totp: { since: expect.any(String), recoveryCodes: 10 } })
  })

  it('leaves nothing open to a session of the password but the code, the person and the way out', async () => {
    const admin = await signInStaff(product, 'admin')
    await setUpTotp(admin)
    const waiting = await signInAgain(product.address, admin)
    for (const path of ['/api/admin/overview', '/api/auth/profile', '/api/auth/sessions', '/api/auth/passkeys', PATH])
      expect([path, (await waiting.get(path)).body.code]).toEqual([path, 'second_factor_required'])
    for (const path of ['/api/auth/confirm', '/api/admin/password', `${PATH}/totp`, `${PATH}/totp/remove`])
      expect([path, (await waiting.write('POST', path, {})).body.code]).toEqual([path, 'second_factor_required'])
    expect((await waiting.get('/api/auth/me')).status).toBe(200)
    expect((await waiting.write('POST', '/api/auth/logout')).status).toBe(200)
    expect((await waiting.get('/api/auth/me')).status).toBe(401)
  })

  it('lets a visit that began before it be left without the code', async () => {
    const [cafe, admin] = [await product.business(), await signInStaff(product, 'admin')]
    const visiting = await signInAgain(product.address, admin)
    const reason = 'the owner asked for help'
    expect((await callAndRotate(visiting, '/api/admin/impersonation/start', { userId: cafe.id, reason })).status).toBe(
      200,
    )
    await setUpTotp(admin)
    expect((await visiting.get(`/api/business/${cafe.id}/stats`)).body.code).toBe('second_factor_required')
    expect((await callAndRotate(visiting, '/api/admin/impersonation/exit')).status).toBe(200)
    expect((await visiting.get('/api/admin/impersonation/status')).body).toEqual({ isImpersonating: false })
    expect(await stateOf(visiting)).toBe('code_required')
  })

  it('also asks sessions that were opened before it, and those of the sign-in of buyers and businesses', async () => {
    const auditor = await signInStaff(product, 'auditor')
    const earlier = await signInAgain(product.address, auditor)
    const { recoveryCodes } = await setUpTotp(auditor)
    const elsewhere = await Person.signIn(product.address, auditor, PASSWORD)
    for (const session of [earlier, elsewhere]) expect(await stateOf(session)).toBe('code_required')
    expect(await stateOf(auditor)).toBe('ok')
    expect((await enter(elsewhere, recoveryCodes[3]!.toLowerCase())).status).toBe(200)
    expect([await stateOf(elsewhere), await stateOf(earlier)]).toEqual(['ok', 'code_required'])
  })

  it('gives the session that sets it up, or adds a passkey, a new id; a retry with the old cookie gets the same answer', async () => {
    const [admin, key] = [await signInStaff(product, 'admin'), randomUUID()]
    const before = admin.cookie
    const code = codeOf(await beginTotp(admin))
    const activate = () => admin.write<{ recoveryCodes: string[] }>('POST', `${PATH}/totp/activate`, { code }, key)
    const lost = await activate()
    expect([lost.status, cookieOf(lost.headers)]).toEqual([201, expect.stringContaining('hatik=')])
    const again = await activate()
    expect([again.status, again.body]).toEqual([201, lost.body])
    admin.cookie = cookieOf(again.headers)
    expect(await stateOf(admin)).toBe('ok')
    const old = new Person(product.address, admin, before)
    expect((await old.get('/api/auth/me')).status).toBe(401)

    const withoutKey = admin.cookie
    await addPasskey(admin, product.address)
    expect(admin.cookie).not.toBe(withoutKey)
    expect(await stateOf(admin)).toBe('ok')
  })

  it('is removed with the password and a code, and its recovery codes with it', async () => {
    const admin = await signInStaff(product, 'admin')
    const { secret, recoveryCodes } = await setUpTotp(admin)
    const remove = (code: string) => admin.write('POST', `${PATH}/totp/remove`, { code })
    const unconfirmed = await signInAgain(product.address, admin)
    await enter(unconfirmed, recoveryCodes[0]!)
    unconfirmed.password = undefined
    expect((await unconfirmed.write('POST', `${PATH}/totp/remove`, { code: codeOf(secret, 1) })).body.code).toBe(
      'confirmation_required',
    )
    expect((await remove(WRONG)).body.code).toBe('wrong_second_factor')
    expect((await remove(codeOf(secret, 1))).status).toBe(200)
    await product.mailTo(admin.email, /Two-step sign-in was turned off/)
    const { rows } = await product.pool.query('SELECT FROM recovery_codes WHERE user_id = $1', [admin.id])
    expect(rows).toHaveLength(0)
    expect(await stateOf(await signInAgain(product.address, admin))).toBe('ok')
  })

  it('is neither for buyers nor set up with a first password', async () => {
    const ani = await product.buyer()
    expect((await ani.write('POST', `${PATH}/totp`)).status).toBe(403)
    const admin = await signInStaff(product, 'admin')
    await admin.confirm(PASSWORD)
    await product.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [admin.id])
    expect((await admin.write('POST', `${PATH}/totp`)).body.code).toBe('password_change_required')
  })
})

describe('a recovery code', () => {
  it('works once, in place of the app, and is told by email', async () => {
    const admin = await signInStaff(product, 'admin')
    const { recoveryCodes } = await setUpTotp(admin)
    const [first, second] = [await signInAgain(product.address, admin), await signInAgain(product.address, admin)]
    const code = recoveryCodes[0]!
    expect((await enter(first, code.replaceAll(/(.{4})(?=.)/g, '$1-'))).status).toBe(200)
    expect((await enter(second, code)).body.code).toBe('wrong_second_factor')
    expect(await product.mailTo(admin.email, /A recovery code was used/)).toMatchObject({
      text: expect.stringContaining('Recovery codes left: 9.'),
    })
    expect((await first.get<SecondFactor>(PATH)).body.totp).toMatchObject({ recoveryCodes: 9 })
    expect(await securityOf(admin)).toContain('recovery_code_used ok')
  })

  it('of another person opens nothing', async () => {
    const [admin, other] = [await signInStaff(product, 'admin'), await signInStaff(product, 'admin')]
    await setUpTotp(admin)
    const { recoveryCodes } = await setUpTotp(other)
    const waiting = await signInAgain(product.address, admin)
    expect((await enter(waiting, recoveryCodes[0]!)).body.code).toBe('wrong_second_factor')
  })
})

describe('a passkey', () => {
  it('counts as both factors', async () => {
    const admin = await signInStaff(product, 'admin')
    const { passkey } = await addPasskey(admin, product.address)
    await setUpTotp(admin)
    const visitor = new Person(product.address, { id: admin.id, email: admin.email })
    const entered = await signInByPasskey(visitor, passkey)
    visitor.cookie = cookieOf(entered.headers)
    expect(await stateOf(visitor)).toBe('ok')
    expect((await visitor.get('/api/admin/overview')).status).toBe(200)
  })
})

describe('in production', () => {
  it('staff set up a second factor before anything else, after a password of their own', async () => {
    const admin = await signInStaff(product, 'admin')
    await product.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [admin.id])
    const there = await signInAgain(production, admin)
    expect((await there.get('/api/admin/overview')).body.code).toBe('password_change_required')
    const changed = await there.write('POST', '/api/admin/password', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    })
    expect(changed.body).toMatchObject({ mustChangePassword: false, secondFactor: 'setup_required' })
    there.cookie = cookieOf(changed.headers)
    there.password = NEW_PASSWORD
    expect((await there.get('/api/admin/overview')).body.code).toBe('second_factor_setup_required')
    await setUpTotp(there)
    expect((await there.get('/api/admin/overview')).status).toBe(200)
  })

  it('a passkey suffices, and its account does not open by the password alone, even after a reset by email', async () => {
    const auditor = await signInStaff(product, 'auditor')
    const there = await signInAgain(production, auditor)
    expect(await stateOf(there)).toBe('setup_required')
    const { passkey } = await addPasskey(there, product.address)
    expect(await stateOf(there)).toBe('ok')
    const waiting = await signInAgain(production, auditor)
    expect(await stateOf(waiting)).toBe('passkey_required')
    expect((await waiting.get('/api/audit/movements')).body.code).toBe('second_factor_required')

    await waiting.send('POST', '/api/auth/forgot-password', { email: auditor.email })
    const token = tokenIn(await product.mailTo(auditor.email, /Reset/))
    const reset = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
    expect((await waiting.send('POST', '/api/auth/reset-password', reset)).status).toBe(200)
    const visitor = new Person(production, { id: auditor.id, email: auditor.email })
    const entered = await signInByPasskey(visitor, passkey)
    visitor.cookie = cookieOf(entered.headers)
    expect(await stateOf(visitor)).toBe('ok')
  })

  it('ten wrong codes lock the account’s codes, also in sessions opened anew with the password', async () => {
    const admin = await signInStaff(product, 'admin')
    const { secret } = await setUpTotp(admin)
    const first = await signInAgain(production, admin)
    for (let guess = 0; guess < 5; guess += 1) expect((await enter(first, WRONG)).status).toBe(400)
    const second = await signInAgain(production, admin)
    for (let guess = 0; guess < 5; guess += 1) expect((await enter(second, WRONG)).status).toBe(400)
    const third = await signInAgain(production, admin)
    expect(await enter(third, codeOf(secret, 1))).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    expect(await securityOf(admin)).toContain('lock_out too_many_attempts')
  })
})

it('a reset of the password by email keeps the app', async () => {
  const admin = await signInStaff(product, 'admin')
  await setUpTotp(admin)
  await admin.send('POST', '/api/auth/forgot-password', { email: admin.email })
  const token = tokenIn(await product.mailTo(admin.email, /Reset/))
  await admin.send('POST', '/api/auth/reset-password', {
    token,
    password: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  })
  const again = await Person.signIn(product.address, admin, NEW_PASSWORD)
  expect(await stateOf(again)).toBe('code_required')
})

it('a command at the installation resets the second factor of a staff member, ends all sessions and tells of it', async () => {
  const admin = await signInStaff(product, 'admin')
  await addPasskey(admin, product.address, 'Laptop')
  await setUpTotp(admin)
  const command = (email: string) =>
    promisify(execFile)(process.execPath, [
      'infra/admin/main.ts',
      'reset-second-factor',
      email,
      '--database',
      product.services.databaseUrl,
    ])
  expect((await command(admin.email.toUpperCase())).stdout).toContain('Removed the second factor of admin')
  expect((await admin.get('/api/admin/me')).status).toBe(401)
  expect(await securityOf(admin)).toContain('second_factor_reset ok')
  expect(await product.mailTo(admin.email, /Two-step sign-in was reset/)).toMatchObject({
    text: expect.stringContaining('Laptop'),
  })
  expect(await stateOf(await signInAgain(product.address, admin))).toBe('ok')
  await expect(command(admin.email)).rejects.toThrow('has no second factor')
  await expect(command((await product.buyer()).email)).rejects.toThrow('No administrator or auditor')
})
