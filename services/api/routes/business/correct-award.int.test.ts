import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Chain } from '#contracts/calls/staff/audit.ts'
import type { CorrectReply, RecentAward } from '#contracts/calls/counter.ts'
import type { Book, MovementLine } from '#contracts/calls/figures.ts'
import type { Statement } from '#contracts/calls/statement.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'

const { product, admin } = await productWithAdmin()

type Shop = { cafe: Person; ani: Person & { code: string } }
type Refused = { code?: string }

const told = ({ status, body }: { status: number; body: unknown }) => [status, (body as Refused).code]

async function awarded(amountSpent: number, receipt?: string) {
  const [cafe, ani] = [await product.business({ plan: 'prime', perks: ['10.0'] }), await product.buyer()]
  const { body, token } = await cafe.write<{ awardId: string }>('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent,
    ...(receipt === undefined ? {} : { receipt }),
  })
  ani.sees(token)
  return { cafe, ani, awardId: body.awardId }
}

const correct = ({ cafe }: Pick<Shop, 'cafe'>, awardId: string, amountSpent: number, key: string = randomUUID()) =>
  cafe.write<CorrectReply>(
    'POST',
    `/api/business/${cafe.id}/awards/${awardId}/correct`,
    { amountSpent, reason: 'a digit too many' },
    key,
  )

const latest = async ({ cafe }: Pick<Shop, 'cafe'>) =>
  (await cafe.get<{ awards: RecentAward[] }>(`/api/business/${cafe.id}/awards`)).body.awards[0]

describe('correcting an award (decision 44)', () => {
  it('moves the difference, down and up, and both sides read it', async () => {
    const { cafe, ani, awardId } = await awarded(123_450, 'R-17')
    const key = randomUUID()
    const done = await correct({ cafe }, awardId, 12_345, key)
    expect([done.status, done.body]).toEqual([
      200,
      {
        awardId,
        buyerId: ani.code,
        amountSpent: 12_345,
        points: 24.6,
        difference: '-222.3',
        missing: '0.0',
        balance: '24.6',
        message: 'Award corrected to 24.6 points',
      },
    ])
    expect((await correct({ cafe }, awardId, 12_345, key)).body).toEqual(done.body)
    ani.sees(done.token)
    const { body } = await ani.get<Statement>(`/api/buyer/${ani.id}/statement/${cafe.id}`)
    expect(
      body.lines.map(({ type, points, amountAmd, reason, missing }) => [type, points, amountAmd, reason, missing]),
    ).toEqual([
      ['AwardCorrected', '-222.3', 12_345, 'a digit too many', '0.0'],
      ['PointsAwarded', '246.9', 123_450, null, null],
    ])
    expect(body.sums).toMatchObject({ awarded: '246.9', voided: '222.3', closing: '24.6' })
    const listed = await cafe.get<{ movements: MovementLine[] }>(`/api/business/${cafe.id}/movements`)
    const [correction, award] = listed.body.movements
    expect([correction?.type, correction?.of, award?.of]).toEqual([
      'AwardCorrected',
      { position: award?.position, happenedAt: award?.happenedAt, amountAmd: 123_450 },
      null,
    ])
    expect(await latest({ cafe })).toMatchObject({
      amountSpent: 123_450,
      receipt: 'R-17',
      corrected: { amountSpent: 12_345, points: '24.6', missing: '0.0', by: 'business' },
      correction: { possible: true, held: '24.6' },
      undo: { possible: true, balanceAfter: '0.0' },
    })
    expect((await correct({ cafe }, awardId, 20_000)).body).toMatchObject({ difference: '15.4', balance: '40.0' })
    const { body: book } = await cafe.get<Book>(`/api/business/${cafe.id}/figures/book`)
    expect(book.total).toMatchObject({ awarded: '262.3', voided: '222.3', closing: '40.0' })
  })

  it('takes what is there and says how much is missing, and the next correction takes the rest (H3)', async () => {
    const { cafe, ani, awardId } = await awarded(10_000)
    const { token } = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
    cafe.sees(token)
    const first = await correct({ cafe }, awardId, 1_000)
    expect(first.body).toMatchObject({ difference: '-10.0', missing: '8.0', balance: '0.0', points: 2 })
    expect(await latest({ cafe })).toMatchObject({ corrected: { missing: '8.0' }, undo: { why: 'already_spent' } })
    expect(told(await correct({ cafe }, awardId, 1_000))).toEqual([409, 'award_unchanged'])
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 2_500 })
    expect((await correct({ cafe }, awardId, 1_000)).body).toMatchObject({
      difference: '-5.0',
      missing: '3.0',
      balance: '0.0',
    })
  })

  it('keeps the receipt and counts as no other award', async () => {
    const { cafe, ani, awardId } = await awarded(5_000, 'R-18')
    const used = async () =>
      (await cafe.get<{ currentTransactionCount: number }>(`/api/business/${cafe.id}/subscription`)).body
        .currentTransactionCount
    const before = await used()
    await correct({ cafe }, awardId, 1_000)
    expect(await used()).toBe(before)
    const again = { buyerId: ani.code, amountSpent: 1_000, receipt: 'R-18' }
    expect(told(await cafe.write('POST', `/api/business/${cafe.id}/award-points`, again))).toEqual([
      409,
      'receipt_already_awarded',
    ])
  })

  it('is refused for a voided award, an unknown one and one of another business', async () => {
    const { cafe, awardId } = await awarded(5_000)
    const other = await product.business({ plan: 'prime', perks: [] })
    expect(told(await correct({ cafe: other }, awardId, 1_000))).toEqual([404, 'award_not_found'])
    expect(told(await correct({ cafe }, randomUUID(), 1_000))).toEqual([404, 'award_not_found'])
    await cafe.write('POST', `/api/business/${cafe.id}/awards/${awardId}/void`, { reason: 'wrong buyer' })
    expect(told(await correct({ cafe }, awardId, 1_000))).toEqual([409, 'award_already_voided'])
  })

  it('of two simultaneous ones leaves what one after the other would leave', async () => {
    const { cafe, awardId } = await awarded(50_000)
    const [one, two] = await Promise.all([correct({ cafe }, awardId, 5_000), correct({ cafe }, awardId, 10_000)])
    expect([one.status, two.status]).toEqual([200, 200])
    const held = (await latest({ cafe }))?.correction.held
    expect(['10.0', '20.0']).toContain(held)
    expect((await latest({ cafe }))?.undo.balance).toBe(held)
  })

  it("belongs to the award's chain, and time travel steps over it", async () => {
    const { cafe, awardId } = await awarded(5_000)
    const { token } = await correct({ cafe }, awardId, 1_000)
    admin.sees(token)
    const { movements } = (
      await admin.get<{ movements: { position: string; type: string }[] }>(`/api/audit/movements?award=${awardId}`)
    ).body
    expect(movements.map(({ type }) => type)).toEqual(['AwardCorrected', 'PointsAwarded'])
    const { body } = await admin.get<Chain>(`/api/audit/events/${movements[0]!.position}/chain`)
    expect(body.links.map(({ part }) => part)).toEqual(['award', 'correction'])
  })
})
