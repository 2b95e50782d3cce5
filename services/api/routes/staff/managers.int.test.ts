/** Managers with a sign-in of their own (decision 48): what they reach, how they are invited, and what ends it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessStream } from '#contracts/events/business-events.ts'
import { LIVE_PATH } from '#contracts/calls/live.ts'
import { rightOf } from '#contracts/rights/business-rights.ts'
import {
  acceptInvitation,
  inviteManager,
  managersEmail,
  signInManager,
  type TestManager,
} from '../../../../infra/testing/people/manager.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { addStaff } from '../../../../infra/testing/people/till.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { OPERATIONS } from '../../open-api/operations.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const NEW_PASSWORD = 'Other-horse-2'
const SOME_ID = '00000000-0000-5000-8000-000000000000'
const pathOf = (shop: { id: number }, rest: string) => `/api/business/${shop.id}/${rest}`
const signIn = ({ email }: { email: string }, password = PASSWORD) =>
  new Person(product.address, { id: 0, email }).send('POST', '/api/auth/login', { email, password })
const statusOf = async (person: Person) => (await person.get('/api/auth/me')).status
/** Promised within two seconds. */
const isOut = (person: Person) => waitUntil('the session to end', async () => (await statusOf(person)) === 401)
const rowOf = async (userId: number) =>
  (await product.pool.query('SELECT email, erased_at AS "erasedAt" FROM users WHERE id = $1', [userId])).rows[0]
const signInsOf = async (shop: Person) => {
  const { body } = await shop.get<{ staff: { staffId: string; signIn: object | null }[] }>(pathOf(shop, 'staff'))
  return new Map(body.staff.map(({ staffId, signIn: given }) => [staffId, given]))
}
const newPassword = (person: Person, email: string) =>
  person.write('PATCH', '/api/auth/profile', {
    userId: person.id,
    firstName: 'Firstname',
    lastName: 'Lastname',
    email,
    phone: '+37491123456',
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
  })

describe('a manager', () => {
  it('reaches the calls of the rights table and no other, with any id of the business', async () => {
    const cafe = await product.business()
    const seen: string[] = []
    const wanted: string[] = []
    for (const [call, { access }] of Object.entries(OPERATIONS)) {
      if (['everybody', 'knownOrNot', 'password', 'passkey'].includes(access) || call === `GET ${LIVE_PATH}`) continue
      // Some of these calls end their own session.
      const manager = /sessions|account/.test(call) ? await signInManager(product, cafe) : await ofCafe(cafe)
      const [method = '', pattern = ''] = call.split(' ')
      const isSelf = rightOf('manager', call) === 'self'
      const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'id' || name === 'userId'
          ? String(isSelf ? manager.id : cafe.id)
          : name === 'buyerId'
            ? 'AN1234'
            : SOME_ID,
      )
      const answer = await fetch(product.address + path, { method, headers: { cookie: manager.cookie } })
      const isRefused = answer.status === 403 && (await answer.text()).includes('"forbidden"')
      seen.push(`${call}: ${isRefused ? 'refused' : 'let through'}`)
      const isAllowed = rightOf('manager', call) !== 'no' && access !== 'till'
      wanted.push(`${call}: ${isAllowed ? 'let through' : 'refused'}`)
    }
    expect(seen).toEqual(wanted)
  })

  const managers = new Map<number, TestManager>()
  async function ofCafe(cafe: Person): Promise<TestManager> {
    const known = managers.get(cafe.id) ?? (await signInManager(product, cafe))
    managers.set(cafe.id, known)
    return known
  }

  it('acts as the business, and every event names the person', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const manager = await signInManager(product, cafe)
    const awarded = await manager.write<{ awardId: string }>('POST', pathOf(cafe, 'award-points'), {
      buyerId: ani.code,
      amountSpent: 5_000,
    })
    expect(awarded.status).toBe(200)
    cafe.sees(awarded.token)
    const { movements } = (await cafe.get<{ movements: object[] }>(pathOf(cafe, 'movements'))).body
    expect(movements).toMatchObject([{ staffId: manager.staffId, tillId: null, actorRole: 'business' }])
    const perk = { name: 'Coffee', description: 'Hot', pointsRequired: 5 }
    expect((await manager.write('POST', pathOf(cafe, 'perks'), perk)).status).toBe(201)
    const { rows } = await product.pool.query(
      `SELECT metadata -> 'actor' AS actor, metadata ->> 'staffId' AS "staffId" FROM event_outbox
       WHERE stream = $1 AND type = 'PerkAdded'`,
      [businessStream(cafe.id)],
    )
    expect(rows).toEqual([{ actor: { userId: cafe.id, role: 'business' }, staffId: manager.staffId }])
  })

  it('reaches no other business, whatever id is sent', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const manager = await signInManager(product, cafe)
    for (const rest of ['stats', 'buyers', 'perks', 'movements', 'awards', 'reports/day'])
      expect([rest, (await manager.get(pathOf(books, rest))).status]).toEqual([rest, 403])
    expect(
      (await manager.write('POST', pathOf(books, 'award-points'), { buyerId: 'AN1234', amountSpent: 50 })).status,
    ).toBe(403)
    expect((await manager.get('/api/auth/me')).body).toMatchObject({
      id: manager.id,
      role: 'manager',
      manager: { staffId: manager.staffId, businessId: cafe.id, businessName: `Business ${cafe.id}` },
    })
  })

  it('follows live updates of the business, until the sign-in ends', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const manager = await signInManager(product, cafe)
    const stream = await fetch(product.address + LIVE_PATH, { headers: { cookie: manager.cookie } })
    expect(stream.status).toBe(200)
    const text = stream.text()
    await cafe.write('POST', pathOf(cafe, 'award-points'), { buyerId: ani.code, amountSpent: 5_000 })
    expect((await cafe.send('DELETE', pathOf(cafe, `staff/${manager.staffId}/sign-in`))).status).toBe(200)
    expect(await text).toContain('event: ')
  })
})

describe('an invitation', () => {
  it('is accepted once, from one of several browsers, and makes one account', async () => {
    const cafe = await product.business()
    const { email, staffId, token } = await inviteManager(product, cafe)
    expect((await signInsOf(cafe)).get(staffId)).toMatchObject({ email, allowed: true })
    const read = await new Person(product.address, { id: 0, email }).get(`/api/auth/invitation?token=${token}`)
    expect(read.body).toEqual({ businessName: `Business ${cafe.id}`, email })
    const outcomes = await Promise.all([1, 2, 3].map(() => acceptInvitation(product, token)))
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect((await acceptInvitation(product, token)).body.code).toBe('invitation_invalid')
    expect((await signInsOf(cafe)).get(staffId)).toEqual({ email, invitedUntil: null, allowed: true })
    expect(await product.mailTo(cafe.email, /manager can now sign in/)).toBeDefined()
    const { rows } = await product.pool.query('SELECT data FROM event_outbox WHERE stream = $1 AND type = $2', [
      businessStream(cafe.id),
      'StaffSignInChanged',
    ])
    expect(rows).toEqual([{ data: { staffId, allowed: true } }])
  })

  it('needs the password of the owner and an active manager', async () => {
    const cafe = await product.business()
    const [cashier, staffId] = [await addStaff(cafe), await addStaff(cafe, 'manager')]
    const invite = (id: string) =>
      cafe.write('POST', pathOf(cafe, `staff/${id}/invitation`), { email: managersEmail(), language: 'en' })
    cafe.password = undefined
    expect((await invite(staffId)).body.code).toBe('confirmation_required')
    cafe.password = PASSWORD
    expect((await invite(cashier)).body.code).toBe('not_a_manager')
    expect((await invite(SOME_ID)).body.code).toBe('staff_not_found')
  })

  it.each(['withdrawn', 'replaced', 'removed', 'demoted', 'made inactive', 'over', 'ended by a new password'] as const)(
    'opens nothing once it is %s',
    async (how) => {
      const cafe = await product.business()
      const { email, staffId, token } = await inviteManager(product, cafe)
      const path = pathOf(cafe, `staff/${staffId}`)
      if (how === 'withdrawn') await cafe.send('DELETE', `${path}/sign-in`)
      if (how === 'replaced') await inviteManager(product, cafe, { staffId })
      if (how === 'removed') await cafe.send('DELETE', path)
      if (how === 'demoted') await cafe.send('PATCH', path, { role: 'cashier' })
      if (how === 'made inactive') await cafe.send('PATCH', path, { active: false })
      if (how === 'over')
        await product.pool.query('UPDATE business_staff SET invitation_expires = now() WHERE id = $1', [staffId])
      if (how === 'ended by a new password') expect((await newPassword(cafe, cafe.email)).status).toBe(200)
      expect((await acceptInvitation(product, token)).body.code).toBe('invitation_invalid')
      expect((await signIn({ email })).status).toBe(401)
    },
  )

  it('to an address with an account has no link, and the owner is answered the same', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const staffId = await addStaff(cafe, 'manager')
    const invited = await cafe.write('POST', pathOf(cafe, `staff/${staffId}/invitation`), {
      email: ani.email,
      language: 'en',
    })
    expect([invited.status, invited.body]).toEqual([201, { staffId, message: 'Invitation sent' }])
    const mail = await product.mailTo(ani.email, /have been invited/)
    expect(mail.links.filter((link) => link.includes('token='))).toEqual([])
    expect(mail.text).toContain('already has a Hatik account')
  })

  it('is not accepted once somebody else has an account with its address', async () => {
    const cafe = await product.business()
    const { email, token } = await inviteManager(product, cafe)
    const [books, person] = [await product.business(), await product.buyer()]
    await product.pool.query('UPDATE users SET email = $2 WHERE id = $1', [person.id, email])
    expect((await acceptInvitation(product, token)).body.code).toBe('user_exists')
    expect((await signInsOf(books)).size).toBe(0)
  })

  it('refuses a password that is easily guessed', async () => {
    const { email, token } = await inviteManager(product, await product.business())
    const body = { token, password: `${email.split('@')[0]!}A1`, language: 'en' }
    const refused = await new Person(product.address, { id: 0, email }).write('POST', '/api/auth/invitation', body)
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'password'])
  })
})

describe("a manager's sign-in", () => {
  it.each([
    ['ended', 'DELETE', '/sign-in', undefined],
    ['made inactive', 'PATCH', '', { active: false }],
    ['demoted', 'PATCH', '', { role: 'cashier' }],
    ['removed', 'DELETE', '', undefined],
  ] as const)('that is %s is over at once in the same process, also before the notice of it', async (...how) => {
    const [, method, rest, body] = how
    const cafe = await product.business()
    const manager = await signInManager(product, cafe)
    expect(await statusOf(manager)).toBe(200)
    const notices = (on: 'ENABLE' | 'DISABLE') =>
      product.pool.query(
        ['business_staff', 'users'].map((table) => `ALTER TABLE ${table} ${on} TRIGGER USER`).join('; '),
      )
    await notices('DISABLE')
    try {
      expect((await cafe.send(method, pathOf(cafe, `staff/${manager.staffId}${rest}`), body)).status).toBe(200)
      expect(await statusOf(manager)).toBe(401)
    } finally {
      await notices('ENABLE')
    }
  })

  it.each(['ended', 'made inactive', 'demoted'] as const)(
    'is over when %s, and no old session returns when it is allowed again',
    async (how) => {
      const cafe = await product.business()
      const manager = await signInManager(product, cafe)
      const path = pathOf(cafe, `staff/${manager.staffId}`)
      const [end, allow] = {
        ended: [
          ['DELETE', `${path}/sign-in`, undefined],
          ['POST', `${path}/sign-in`, undefined],
        ],
        'made inactive': [
          ['PATCH', path, { active: false }],
          ['PATCH', path, { active: true }],
        ],
        demoted: [
          ['PATCH', path, { role: 'cashier' }],
          ['PATCH', path, { role: 'manager' }],
        ],
      }[how] as [end: [string, string, object?], allow: [string, string, object?]]
      expect((await cafe.send(...end)).status).toBe(200)
      const refused = await signIn(manager)
      expect([refused.status, refused.body.code]).toEqual([403, 'sign_in_closed'])
      expect((await cafe.send(...allow)).status).toBe(200)
      await isOut(manager)
      expect((await signIn(manager)).status).toBe(200)
    },
  )

  it('ends with a new password of the owner, until the owner allows it again', async () => {
    const cafe = await product.business()
    const manager = await signInManager(product, cafe)
    expect((await newPassword(cafe, cafe.email)).status).toBe(200)
    await isOut(manager)
    expect((await signIn(manager)).body.code).toBe('sign_in_closed')
    const owner = await Person.signIn(product.address, cafe, NEW_PASSWORD)
    expect((await signInsOf(owner)).get(manager.staffId)).toMatchObject({ email: manager.email, allowed: false })
    expect((await owner.send('POST', pathOf(cafe, `staff/${manager.staffId}/sign-in`))).status).toBe(200)
    expect(await statusOf(manager)).toBe(401)
    expect((await signIn(manager)).status).toBe(200)
  })

  it('stays when the manager gets a new password', async () => {
    const cafe = await product.business()
    const manager = await signInManager(product, cafe)
    expect((await newPassword(manager, manager.email)).status).toBe(200)
    expect(await statusOf(manager)).toBe(401)
    expect((await signIn(manager, NEW_PASSWORD)).status).toBe(200)
  })

  it('follows the status of the business', async () => {
    const [cafe, admin] = [await product.business(), await signInStaff(product, 'admin')]
    const manager = await signInManager(product, cafe)
    const expire = `UPDATE business_profiles SET status = $2 WHERE user_id = $1`
    await product.pool.query(expire, [cafe.id, 'trial_expired'])
    await waitUntil(
      'the plan to expire',
      async () => (await manager.get('/api/auth/profile')).body.code === 'trial_expired',
    )
    const signedIn = await signIn(manager)
    expect([signedIn.body.code, signedIn.headers.getSetCookie().some((line) => line.startsWith('hatik='))]).toEqual([
      'trial_expired',
      false,
    ])
    await product.pool.query(expire, [cafe.id, 'active'])
    await waitUntil('the plan to go on', async () => (await statusOf(manager)) === 200)
    await admin.write('POST', `/api/admin/businesses/${cafe.id}/suspend`, { reason: 'asked for by the owner' })
    await waitUntil('the refusal', async () => (await manager.get('/api/auth/me')).body.code === 'account_suspended')
    expect((await signIn(manager)).body.code).toBe('account_suspended')
  })

  it('is erased when the person is removed', async () => {
    const cafe = await product.business()
    const manager = await signInManager(product, cafe)
    expect((await cafe.send('DELETE', pathOf(cafe, `staff/${manager.staffId}`))).status).toBe(200)
    await isOut(manager)
    expect(await rowOf(manager.id)).toMatchObject({ erasedAt: expect.any(Date) })
    expect((await signIn(manager)).status).toBe(401)
  })

  it('is erased when the business leaves', async () => {
    const cafe = await product.business()
    const manager = await signInManager(product, cafe)
    expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
    await isOut(manager)
    expect(await rowOf(manager.id)).toMatchObject({ erasedAt: expect.any(Date) })
  })

  it('can be deleted by the manager: the person and the PIN stay', async () => {
    const cafe = await product.business()
    const manager = await signInManager(product, cafe)
    expect((await manager.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(403)
    expect((await manager.write('DELETE', `/api/auth/account/${manager.id}`)).status).toBe(200)
    await isOut(manager)
    expect(await rowOf(manager.id)).toMatchObject({ erasedAt: expect.any(Date) })
    const people = await signInsOf(cafe)
    expect([people.has(manager.staffId), people.get(manager.staffId)]).toEqual([true, null])
    expect((await cafe.get('/api/auth/me')).status).toBe(200)
    const { rows } = await product.pool.query('SELECT data FROM event_outbox WHERE stream = $1', [
      `person-${manager.id}`,
    ])
    expect(rows).toEqual([{ data: { role: 'manager' } }])
  })
})
