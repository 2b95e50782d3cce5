import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RecentUse, RedemptionPreview, ReopenReply } from '#contracts/calls/counter.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { pairTill } from '../../../../infra/testing/people/till.ts'

const { product } = await productWithAdmin()

const told = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code]

async function redeemed() {
  const [cafe, ani] = [await product.business({ plan: 'prime', perks: ['5.0'] }), await product.buyer()]
  const awarded = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 5_000,
  })
  ani.sees(awarded.token)
  const { body, token } = await ani.write<{ redemptionId: string; redemptionCode: string }>(
    'POST',
    `/api/buyer/${ani.id}/redeem`,
    { perkId: cafe.perkIds[0] },
  )
  cafe.sees(token)
  return { cafe, ani, ...body }
}

const look = (cafe: Person, code: string) =>
  cafe.get<RedemptionPreview>(`/api/business/${cafe.id}/redemptions/${encodeURIComponent(code)}`)
const use = (cafe: Person, redemptionCode: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode })
const usesOf = async (cafe: Person) =>
  (await cafe.get<{ uses: RecentUse[] }>(`/api/business/${cafe.id}/redemptions`)).body.uses
const reopen = (cafe: Person, redemptionId: string, key: string = randomUUID()) =>
  cafe.write<ReopenReply>(
    'POST',
    `/api/business/${cafe.id}/redemptions/${redemptionId}/reopen`,
    { reason: 'wrong perk' },
    key,
  )

describe('looking at a code before its use (decision 44)', () => {
  it('says what it is for and uses nothing', async () => {
    const { cafe, ani, redemptionId, redemptionCode } = await redeemed()
    for (let again = 0; again < 3; again += 1)
      expect((await look(cafe, redemptionCode)).body).toMatchObject({
        redemptionId,
        perk: { pointsRequired: '5.0' },
        buyer: { buyerId: ani.code },
        state: 'pending',
        usedAt: null,
      })
    expect((await use(cafe, redemptionCode)).status).toBe(200)
    expect((await look(cafe, redemptionCode)).body).toMatchObject({ state: 'used' })
  })

  it('knows no code of another business', async () => {
    const { redemptionCode } = await redeemed()
    const other = await product.business({ plan: 'prime', perks: [] })
    expect(told(await look(other, redemptionCode))).toEqual([404, 'redemption_not_found'])
  })
})

describe('undoing the use of a code (decision 44)', () => {
  it('makes the code pending again: it can be used once more, or cancelled by its buyer', async () => {
    const { cafe, ani, redemptionId, redemptionCode } = await redeemed()
    await use(cafe, redemptionCode)
    const key = randomUUID()
    const done = await reopen(cafe, redemptionId, key)
    expect([done.status, done.body]).toMatchObject([200, { redemptionId, message: 'Redemption reopened' }])
    expect((await reopen(cafe, redemptionId, key)).body).toEqual(done.body)
    expect((await look(cafe, redemptionCode)).body).toMatchObject({ state: 'pending', usedAt: null })
    expect((await use(cafe, redemptionCode)).status).toBe(200)
    expect(told(await use(cafe, redemptionCode))).toEqual([409, 'redemption_used'])
    const second = await reopen(cafe, redemptionId)
    ani.sees(second.token)
    expect((await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redemptionId}`)).status).toBe(200)
    expect(told(await reopen(cafe, redemptionId))).toEqual([409, 'redemption_cancelled'])
  })

  it('is refused for a pending code, an unknown one and one of another business', async () => {
    const { cafe, redemptionId, redemptionCode } = await redeemed()
    expect(told(await reopen(cafe, redemptionId))).toEqual([409, 'redemption_not_used'])
    expect(told(await reopen(cafe, randomUUID()))).toEqual([404, 'redemption_not_found'])
    await use(cafe, redemptionCode)
    const other = await product.business({ plan: 'prime', perks: [] })
    expect(told(await reopen(other, redemptionId))).toEqual([404, 'redemption_not_found'])
  })

  it('and its cancellation by the buyer at the same time leave one outcome', async () => {
    const { cafe, ani, redemptionId, redemptionCode } = await redeemed()
    const { token } = await use(cafe, redemptionCode)
    ani.sees(token)
    const [reopened, cancelled] = await Promise.all([
      reopen(cafe, redemptionId),
      ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redemptionId}`),
    ])
    cafe.sees(cancelled.token)
    expect(reopened.status).toBe(200)
    expect([200, 409]).toContain(cancelled.status)
    const { state } = (await look(cafe, redemptionCode)).body
    expect(state).toBe(cancelled.status === 200 ? 'cancelled' : 'pending')
  })
})

describe('the latest uses of codes', () => {
  it('are listed newest first with a way back, and an undone one shows no code', async () => {
    const { cafe, ani, redemptionId, redemptionCode } = await redeemed()
    expect(await usesOf(cafe)).toEqual([])
    cafe.sees((await use(cafe, redemptionCode)).token)
    const line = { redemptionId, buyer: { buyerId: ani.code }, perk: { pointsRequired: '5.0' }, tillId: null }
    const used = { ...line, code: redemptionCode, undone: false, undo: { possible: true } }
    expect(await usesOf(cafe)).toMatchObject([used])
    cafe.sees((await reopen(cafe, redemptionId)).token)
    const undone = { ...line, code: null, undone: true, undo: { possible: false } }
    expect(await usesOf(cafe)).toMatchObject([undone])
    cafe.sees((await use(cafe, redemptionCode)).token)
    expect(await usesOf(cafe)).toMatchObject([used, undone])
  })

  it('are at a till its own, which it can undo for ten minutes', async () => {
    const { cafe, redemptionCode } = await redeemed()
    const [first, second] = [await pairTill(product, cafe), await pairTill(product, cafe)]
    const { token } = await use(first, redemptionCode)
    for (const person of [cafe, first, second]) person.sees(token)
    const [own] = await usesOf(first)
    const [owners] = await usesOf(cafe)
    expect(own).toMatchObject({ tillId: first.tillId, undo: { possible: true } })
    const minutes = ({ usedAt, undo }: RecentUse) => (Date.parse(undo.until) - Date.parse(usedAt)) / 60_000
    expect([minutes(own!), minutes(owners!)]).toEqual([10, 24 * 60])
    expect(await usesOf(second)).toEqual([])
  })
})
