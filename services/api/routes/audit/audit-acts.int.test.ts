import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditActs, StoredEvent } from '#contracts/calls/staff/audit.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

const { product, admin } = await productWithAdmin()
const auditor = await signInStaff(product, 'auditor')
const cafe = await product.business({ perks: ['3.0'] })
const bakery = await product.business({})

beforeAll(async () => {
  const buyer = await product.buyer()
  await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: buyer.code, amountSpent: 5_000 })
  const { body } = await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: cafe.perkIds[0] })
  await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode: body['redemptionCode'] })
  await cafe.write('POST', `/api/business/${cafe.id}/perks`, {
    name: 'Tan',
    description: 'A cold glass',
    pointsRequired: 4,
  })
  await admin.write('POST', `/api/admin/businesses/${bakery.id}/suspend`, { reason: 'complaints of buyers' })
  await admin.write('POST', `/api/admin/businesses/${bakery.id}/reinstate`, { reason: 'settled with them' })
  await admin.write('POST', '/api/admin/self-check/run', { scope: 'sample' })
  await waitUntil('all of it is in the log', async () => {
    const types: string[] = (await acts('limit=200')).map(({ type }) => type)
    return ['PerkAdded', 'BusinessReinstated', 'SelfCheckAsked'].every((type) => types.includes(type))
  })
})

const ask = (query: string) => auditor.get<AuditActs>(`/api/audit/acts?${query}`)
const acts = async (query: string) => (await ask(query)).body.acts

describe('acts on businesses, as an auditor reads them (H33)', () => {
  it('are those of administrators and businesses, newest first, with actor and reason; no movement and no redemption', async () => {
    const all = await acts('limit=200')
    expect(all.map(({ position }) => BigInt(position))).toEqual(
      all.map(({ position }) => BigInt(position)).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    for (const { type } of all) expect(['PointsAwarded', 'RedemptionUsed', 'RedemptionCancelled']).not.toContain(type)
    const of = (type: string) => all.find((act) => act.type === type)
    expect(of('BusinessSuspended')).toMatchObject({
      businessId: bakery.id,
      data: { reason: 'complaints of buyers' },
      actor: { id: admin.id, role: 'admin' },
      onBehalfOf: null,
    })
    expect(of('PerkAdded')).toMatchObject({
      businessId: cafe.id,
      data: { name: 'Tan' },
      actor: { id: cafe.id, role: 'business' },
    })
    expect(of('SelfCheckAsked')).toMatchObject({ businessId: null, actor: { id: admin.id, role: 'admin' } })
  })

  it('can be filtered by business, with the same pages', async () => {
    expect((await acts(`business=${bakery.id}`)).map(({ type }) => type).slice(0, 2)).toEqual([
      'BusinessReinstated',
      'BusinessSuspended',
    ])
    expect((await acts(`business=${bakery.id}`)).every(({ businessId }) => businessId === bakery.id)).toBe(true)
    const whole = await acts('limit=200')
    const paged: typeof whole = []
    for (let next: string | null | undefined; next !== null;) {
      const { body } = await ask(next === undefined ? 'limit=2' : `limit=2&before=${next}`)
      paged.push(...body.acts)
      next = body.next
    }
    expect(paged).toEqual(whole)
  })

  it('link to the stored event', async () => {
    const [act] = await acts(`business=${bakery.id}`)
    const { body } = await auditor.get<StoredEvent>(`/api/audit/events/${act?.position}`)
    expect([body.type, body.data]).toEqual([act?.type, act?.data])
  })

  it('exclude support visits, which have a list of their own', async () => {
    await admin.write('POST', '/api/admin/impersonation/start', { userId: cafe.id, reason: 'the owner asked for help' })
    await waitUntil(
      'the visit is in the log',
      async () => (await auditor.get<{ visits: unknown[] }>('/api/audit/visits')).body.visits.length === 1,
    )
    expect((await acts('limit=200')).filter(({ type }) => type.startsWith('Visit'))).toEqual([])
  })

  it('are closed to everybody else; the business is asked for by id', async () => {
    expect((await cafe.get('/api/audit/acts')).status).toBe(403)
    expect((await ask('business=cafe')).status).toBe(400)
  })
})
