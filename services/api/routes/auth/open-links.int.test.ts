/** Links mailed before a change of password or address: what they open and reveal afterwards. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { cachesPass } from '../../../../infra/testing/servers/caches.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let watch: Pool
beforeAll(async () => {
  product = await sharedProduct()
  watch = createPool(product.services.databaseUrl, { max: 2, name: 'open-links-test' })
})
afterAll(async () => {
  await watch?.end()
  await product.close()
})

const NEW_PASSWORD = 'Another-horse-2'
const newAddress = () => `ani-${randomBytes(5).toString('hex')}@hatik.test`
const visitor = () => new Person(product.address, { id: 0, email: '' })
const signIn = async (email: string, password: string = PASSWORD) =>
  (await visitor().send('POST', '/api/auth/login', { email, password })).status
const edit = (person: Person, change: object = {}) =>
  person.write('PATCH', '/api/auth/profile', {
    userId: person.id,
    firstName: 'Անի',
    lastName: 'Գնորդ',
    email: person.email,
    phone: '',
    ...change,
  })
const verify = (token: string, who: Person = visitor()) => who.send('GET', `/api/auth/verify-email?token=${token}`)
const setPassword = (token: string, password: string = NEW_PASSWORD) =>
  visitor().send('POST', '/api/auth/reset-password', { token, password, confirmPassword: password })
const changePassword = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }

async function resetLink(email: string): Promise<string> {
  await visitor().send('POST', '/api/auth/forgot-password', { email })
  return tokenIn(await product.mailTo(email, /Reset/))
}

/** A person whose session ends during the call. */
type Late = { of: string; person: () => Promise<Person>; call: (person: Person) => ReturnType<typeof edit> }

/** A pending address and its token. */
async function waitingAddress(person: Person): Promise<{ wanted: string; token: string }> {
  const wanted = newAddress()
  expect((await edit(person, { email: wanted, currentPassword: PASSWORD })).body).toMatchObject({
    email: person.email,
    pendingEmail: wanted,
  })
  return { wanted, token: tokenIn(await product.mailTo(wanted, /new email address/)) }
}

describe('a new password', () => {
  it('by mail, drops the pending address: an intruder who entered it cannot take the account (H19, H20, R191)', async () => {
    const ani = await product.buyer()
    const { wanted, token } = await waitingAddress(ani)
    expect((await setPassword(await resetLink(ani.email))).status).toBe(200)
    expect((await verify(token)).status).toBe(400)
    expect([await signIn(wanted, NEW_PASSWORD), await signIn(ani.email, NEW_PASSWORD)]).toEqual([401, 200])
  })

  it('in the profile, closes reset links and drops the pending address (R98, H20)', async () => {
    const ani = await product.buyer()
    const { token } = await waitingAddress(ani)
    const reset = await resetLink(ani.email)
    expect((await edit(ani, changePassword)).body).toMatchObject({ passwordChanged: true, pendingEmail: null })
    expect([(await verify(token)).status, (await setPassword(reset, 'Third-horse-3')).status]).toEqual([400, 400])
    expect(await signIn(ani.email, NEW_PASSWORD)).toBe(200)
  })

  it('of staff is mailed to its owner, and closes reset links (R98, H34)', async () => {
    const admin = await signInStaff(product, 'admin')
    const reset = await resetLink(admin.email)
    expect((await admin.send('POST', '/api/admin/password', changePassword)).status).toBe(200)
    await product.mailTo(admin.email, /Your password was changed/)
    expect((await setPassword(reset, 'Third-horse-3')).status).toBe(400)
  })

  it('keeps the address requested with it, new or again (R98, H20)', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const wanted = newAddress()
    expect((await edit(ani, { email: wanted, ...changePassword })).body).toMatchObject({
      passwordChanged: true,
      pendingEmail: wanted,
    })
    expect((await verify(tokenIn(await product.mailTo(wanted)))).status).toBe(200)
    expect(await signIn(wanted, NEW_PASSWORD)).toBe(200)

    const again = await waitingAddress(davit)
    expect((await edit(davit, { email: again.wanted, ...changePassword })).body).toMatchObject({
      passwordChanged: true,
      pendingEmail: again.wanted,
    })
    expect((await verify(again.token)).status).toBe(200)
  })

  it('keeps the used link of the present address a success (R125)', async () => {
    const ani = await product.buyer()
    const { wanted, token } = await waitingAddress(ani)
    expect((await verify(token)).status).toBe(200)
    expect((await setPassword(await resetLink(wanted))).status).toBe(200)
    expect((await verify(token)).status).toBe(200)
  })

  const address: Late = {
    of: 'an address',
    person: () => product.buyer(),
    call: (person) => edit(person, { email: newAddress() }),
  }
  const ofStaff: Late = {
    of: 'a staff password',
    person: () => signInStaff(product, 'admin'),
    call: (person) => person.send('POST', '/api/admin/password', changePassword),
  }

  it.each([address, ofStaff])(
    'precedes the change of $of by an ended session that waited: that one changes nothing (R98, R174)',
    async ({ person, call }) => {
      const ani = await person()
      const row = async () =>
        (await product.pool.query('SELECT pending_email, password FROM users WHERE id = $1', [ani.id])).rows
      const before = await row()
      const holder = await watch.connect()
      try {
        await holder.query('BEGIN')
        await holder.query(`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1`, [ani.id])
        const waiting = call(ani)
        await waitUntil('the call waits for the row', async () => {
          const { rows } = await watch.query<{ waits: boolean }>(
            'SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted) AS waits',
          )
          return rows[0]?.waits
        })
        await holder.query('COMMIT')
        expect((await waiting).status).toBe(401)
      } finally {
        holder.release(true)
      }
      expect(await row()).toEqual(before)
    },
  )
})

describe('an old link', () => {
  it('is a success for everybody, and names its owner only to the owner’s session (R125, R189)', async () => {
    const ani = await product.buyer()
    const { wanted, token } = await waitingAddress(ani)
    expect((await verify(token)).status).toBe(200)
    await product.pool.query(
      `UPDATE users SET email_verified_at = now() - interval '2 minutes', phone = '+37491123456' WHERE id = $1`,
      [ani.id],
    )
    const nobody = { id: ani.id, buyerId: null, firstName: '', lastName: '', email: '', phone: null }
    for (const who of [visitor(), await product.buyer()]) {
      expect(await verify(token, who)).toMatchObject({
        status: 200,
        body: { ...nobody, message: 'Email verified successfully', autoLogin: false },
      })
    }
    expect(await verify(token, ani)).toMatchObject({
      status: 200,
      body: { firstName: 'Անի', email: wanted, phone: '+37491123456', autoLogin: true },
    })

    expect((await setPassword(await resetLink(wanted))).status).toBe(200)
    await cachesPass()
    expect(await verify(token, ani)).toMatchObject({ status: 200, body: { ...nobody, autoLogin: false } })
  })
})

describe('a new address', () => {
  it('is verified by a link that opens no session, however soon reopened, even after a new password (decision 22)', async () => {
    const ani = await product.buyer()
    const { wanted, token } = await waitingAddress(ani)
    const opened = async () => {
      const { status, body, headers } = await verify(token)
      return [status, body['autoLogin'], headers.getSetCookie()]
    }
    expect([await opened(), await opened()]).toEqual([
      [200, false, []],
      [200, false, []],
    ])
    expect((await setPassword(await resetLink(wanted))).status).toBe(200)
    expect(await opened()).toEqual([200, false, []])
    expect((await verify(token)).body).toMatchObject({ firstName: '', email: '', phone: null, buyerId: null })
  })

  it('closes a reset link sent to the old one (H20)', async () => {
    const ani = await product.buyer()
    const reset = await resetLink(ani.email)
    const { wanted, token } = await waitingAddress(ani)
    expect((await verify(token)).status).toBe(200)
    expect((await setPassword(reset)).status).toBe(400)
    expect(await signIn(wanted)).toBe(200)
  })
  it('stays pending while other details are saved: the present address is no change (R97, H20)', async () => {
    const ani = await product.buyer()
    const { wanted, token } = await waitingAddress(ani)
    expect((await edit(ani, { firstName: 'Նարե', email: ani.email.toUpperCase() })).body).toMatchObject({
      firstName: 'Նարե',
      email: ani.email,
      pendingEmail: wanted,
    })
    expect((await verify(token, ani)).body).toMatchObject({ email: wanted, firstName: 'Նարե' })
    expect([await signIn(wanted), await signIn(ani.email)]).toEqual([200, 401])
  })

  it('stays pending as long as its link works; requested later, it gets another link (H19, H20)', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const runOut = (person: Person) =>
      product.pool.query(`UPDATE users SET email_verification_expires = now() WHERE id = $1`, [person.id])
    await waitingAddress(davit)
    await runOut(davit)
    expect((await edit(davit)).body).toMatchObject({ pendingEmail: null })

    const { wanted, token } = await waitingAddress(ani)
    await runOut(ani)
    expect((await edit(ani, { email: wanted, currentPassword: PASSWORD })).body).toMatchObject({ pendingEmail: wanted })
    const fresh = await waitUntil('another link', async () => {
      const tokens = (await product.mails()).filter((mail) => mail.to === wanted).map(tokenIn)
      return tokens.find((one) => one !== token)
    })
    expect([(await verify(token)).status, (await verify(fresh)).status]).toEqual([400, 200])
  })
})
