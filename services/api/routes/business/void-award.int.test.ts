import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AuditMovements, StoredEvent } from '#contracts/calls/staff/audit.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { Statement } from '#contracts/calls/statement.ts'
import type { BusinessHistory } from '#contracts/calls/staff/time-travel.ts'
import { awardEarlier, type EarlierAward } from '../../../../infra/testing/people/earlier-award.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { callAndRotate, signInStaff } from '../../../../infra/testing/people/staff.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'

const { product, admin } = await productWithAdmin()

type Account = { cafe: { id: number }; ani: { id: number } }
type Voided = { awardId: string; points: number; buyerId: string; balance: string; message: string }

const REASON = 'Two customers were mixed up'
const pathOf = ({ cafe, ani }: Account, awardId: string) =>
  `/api/admin/accounts/${cafe.id}/${ani.id}/awards/${awardId}/void`
const voidBy = (
  who: Person,
  account: Account,
  awardId: string,
  body: object = { reason: REASON },
  key: string = randomUUID(),
) => who.write<Voided>('POST', pathOf(account, awardId), body, key)
const earlier = ({ cafe, ani }: Account, award: Partial<EarlierAward> = {}) =>
  awardEarlier(
    { eventStoreUrl: product.services.eventStoreUrl, pool: product.pool },
    { businessId: cafe.id, buyerId: ani.id, amountAmd: 5_000, hoursAgo: 72, ...award },
  )
const account = async (plan: 'prime' | 'starter' = 'prime') => ({
  cafe: await product.business({ plan, perks: ['1.0'] }),
  ani: await product.buyer(),
})
type Refused = { status: number; body: { code?: string; message?: string } }
const told = ({ status, body }: Refused) => [status, body.code]
const inWords = ({ status, body }: Refused) => [status, body.code, body.message]

describe('an administrator voids an award (H4)', () => {
  it('of any age, when the business is too late; the event names the administrator, on nobody’s behalf', async () => {
    const { cafe, ani } = await account()
    const { awardId, token } = await earlier({ cafe, ani }, { hoursAgo: 24 * 400 })
    cafe.sees(token)
    const late = await cafe.write('POST', `/api/business/${cafe.id}/awards/${awardId}/void`, { reason: REASON })
    expect(inWords(late)).toEqual([403, 'void_too_late', 'This award can no longer be undone by the business'])

    const key = randomUUID()
    const done = await voidBy(admin, { cafe, ani }, awardId, { reason: `  ${REASON} ` }, key)
    expect([done.status, done.body]).toEqual([
      200,
      { awardId, points: 10, buyerId: ani.code, balance: '0.0', message: '10 points taken back' },
    ])
    expect(done.token).toMatch(/^\d+$/)
    const again = await voidBy(admin, { cafe, ani }, awardId, { reason: `  ${REASON} ` }, key)
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, done.body, 'true'])
    expect(told(await voidBy(admin, { cafe, ani }, awardId, { reason: 'Another reason' }, key))).toEqual([
      422,
      'idempotency_key_reused',
    ])
    expect(inWords(await voidBy(admin, { cafe, ani }, awardId))).toEqual([
      409,
      'award_already_voided',
      'Award has already been undone',
    ])

    const [movement] = (await admin.get<AuditMovements>(`/api/audit/movements?award=${awardId}`)).body.movements
    expect(movement).toMatchObject({
      type: 'AwardVoided',
      businessId: cafe.id,
      reason: REASON,
      actor: { id: admin.id, role: 'admin' },
      onBehalfOf: null,
    })
    const { body: stored } = await admin.get<StoredEvent>(`/api/audit/events/${movement!.position}`)
    expect(stored).toMatchObject({
      stream: `account-${cafe.id}.${ani.id}`,
      data: { awardId, tenths: 100, reason: REASON },
      metadata: { actor: { userId: admin.id, role: 'admin' } },
    })
    expect(stored.metadata).not.toHaveProperty('onBehalfOf')
  })

  it('tells the buyer that support did it; the business and time travel show an administrator', async () => {
    const { cafe, ani } = await account()
    const { awardId } = await earlier({ cafe, ani })
    const { token } = await voidBy(admin, { cafe, ani }, awardId)
    ani.sees(token)
    cafe.sees(token)
    const { lines } = (await ani.get<Statement>(`/api/buyer/${ani.id}/statement/${cafe.id}`)).body
    expect(lines.map(({ type, doneBy, reason, points }) => [type, doneBy, reason, points])).toEqual([
      ['AwardVoided', 'support', REASON, '-10.0'],
      ['PointsAwarded', 'business', null, '10.0'],
    ])
    const file = await fetch(
      `${product.address}/api/buyer/${ani.id}/statement/${cafe.id}/file?format=csv&language=en`,
      { headers: { cookie: ani.cookie, 'consistency-token': token ?? '0' } },
    )
    expect(await file.text()).toMatch(new RegExp(`Award undone, purchase[^\n]*${REASON}[^\n]*Support`))
    const { movements } = (
      await cafe.get<{ movements: object[] }>(`/api/business/${cafe.id}/movements?type=AwardVoided`)
    ).body
    expect(movements).toMatchObject([{ actorRole: 'admin', onBehalf: false, reason: REASON, points: '-10.0' }])
    const { awards } = (await cafe.get<{ awards: { voided: object }[] }>(`/api/business/${cafe.id}/awards`)).body
    expect(awards.map(({ voided }) => voided)).toMatchObject([{ reason: REASON, by: 'admin' }])
    const history = (await admin.get<BusinessHistory>(`/api/admin/time-travel/${cafe.id}/history?type=AwardVoided`))
      .body
    expect(history.events).toMatchObject([{ actor: { id: admin.id, role: 'admin' }, onBehalf: false }])
  })

  it('keeps the month’s place used and frees the receipt, as a void by the business does', async () => {
    const { cafe, ani } = await account('starter')
    const award = (receipt: string) =>
      cafe.write<{ awardId: string }>('POST', `/api/business/${cafe.id}/award-points`, {
        buyerId: ani.code,
        amountSpent: 5_000,
        receipt,
      })
    const first = await award('R-1')
    expect(told(await award(' r-1 '))).toEqual([409, 'receipt_already_awarded'])
    const done = await voidBy(admin, { cafe, ani }, first.body.awardId)
    cafe.sees(done.token)
    expect((await cafe.get(`/api/business/${cafe.id}/subscription`)).body).toMatchObject({ currentTransactionCount: 1 })
    const second = await award('R-1')
    expect(second.status).toBe(200)
    expect((await cafe.get(`/api/business/${cafe.id}/subscription`)).body).toMatchObject({ currentTransactionCount: 2 })
    expect((await award('R-1')).status).toBe(409)
  })

  it.each(['suspended', 'trial_expired', 'closed'] satisfies BusinessStatus[])(
    "also at a business that is %s: the points are the buyer's",
    async (status) => {
      const [cafe, ani] = [await product.business({ status }), await product.buyer()]
      const { awardId } = await earlier({ cafe, ani })
      const done = await voidBy(admin, { cafe, ani }, awardId)
      expect([done.status, done.body.balance]).toEqual([200, '0.0'])
    },
  )
})

describe('what is refused, with nothing written', () => {
  it('spent points, an unknown award, a missing or overlong reason, no key, a closed account', async () => {
    const { cafe, ani } = await account()
    const davit = await product.buyer()
    const { awardId, token } = await earlier({ cafe, ani })
    ani.sees(token)
    expect((await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })).status).toBe(200)
    expect(inWords(await voidBy(admin, { cafe, ani }, awardId))).toEqual([
      409,
      'void_would_overdraw',
      'The points of this award have already been spent',
    ])
    for (const at of [
      { cafe, ani: davit },
      { cafe: { id: 999_999 }, ani },
    ])
      expect(inWords(await voidBy(admin, at, awardId))).toEqual([404, 'award_not_found', 'Award not found'])
    expect(told(await voidBy(admin, { cafe, ani }, randomUUID()))).toEqual([404, 'award_not_found'])
    for (const body of [{}, { reason: '  a ' }, { reason: 'x'.repeat(201) }])
      expect((await voidBy(admin, { cafe, ani }, awardId, body)).status).toBe(400)
    expect((await voidBy(admin, { cafe, ani }, 'not-an-id')).status).toBe(400)
    const keyless = await admin.send('POST', pathOf({ cafe, ani }, awardId), { reason: REASON })
    expect(told(keyless)).toEqual([400, 'idempotency_key_required'])

    const left = await earlier({ cafe, ani: davit })
    davit.sees(left.token)
    expect((await davit.write('DELETE', `/api/auth/account/${davit.id}`)).status).toBe(200)
    expect(inWords(await voidBy(admin, { cafe, ani: davit }, left.awardId))).toEqual([
      409,
      'account_closed',
      'Account is closed',
    ])
    expect(
      (await admin.get<AuditMovements>(`/api/audit/movements?business=${cafe.id}&type=AwardVoided`)).body.movements,
    ).toEqual([])
  })

  it("to everybody but an administrator, and to one on a support visit, where the business's 24 hours apply (H31, R182)", async () => {
    const { cafe, ani } = await account()
    const { awardId, token } = await earlier({ cafe, ani })
    const visitor = new Person(product.address, { id: 0, email: '' })
    for (const [who, status] of [
      [cafe, 403],
      [ani, 403],
      [await signInStaff(product, 'auditor'), 403],
      [visitor, 401],
    ] as const) {
      expect([who.email, (await voidBy(who, { cafe, ani }, awardId)).status]).toEqual([who.email, status])
    }
    const guest = await signInStaff(product, 'admin')
    guest.sees(token)
    await callAndRotate(guest, '/api/admin/impersonation/start', {
      userId: cafe.id,
      reason: 'the owner asked for help',
    })
    expect(told(await voidBy(guest, { cafe, ani }, awardId))).toEqual([403, 'visit_forbidden'])
    await callAndRotate(guest, '/api/admin/impersonation/mode', { mode: 'act' })
    expect(told(await voidBy(guest, { cafe, ani }, awardId))).toEqual([403, 'visit_forbidden'])
    const asBusiness = await guest.write('POST', `/api/business/${cafe.id}/awards/${awardId}/void`, { reason: REASON })
    expect(told(asBusiness)).toEqual([403, 'void_too_late'])
    // Acts on a business's behalf are marked; its own are not.
    const at = async (who: Person) =>
      String(
        (await who.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }))
          .body['awardId'],
      )
    const own = await at(cafe)
    for (const [who, id] of [
      [guest, await at(guest)],
      [cafe, own],
    ] as const) {
      expect((await who.write('POST', `/api/business/${cafe.id}/awards/${id}/void`, { reason: REASON })).status).toBe(
        200,
      )
    }
    const { awards } = (
      await cafe.get<{ awards: { voided: { by: string } | null }[] }>(`/api/business/${cafe.id}/awards`)
    ).body
    expect(awards.map(({ voided }) => voided?.by)).toEqual(['support', 'business', undefined])
    await callAndRotate(guest, '/api/admin/impersonation/exit')
    expect((await voidBy(guest, { cafe, ani }, awardId)).status).toBe(200)
  })
})
