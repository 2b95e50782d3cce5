import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '../../../infra/testing/people/person.ts'
import { tally } from '../../../infra/testing/tally.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => product.close())

describe('redeeming and cancelling', () => {
  it('looks at 120 of 130 concurrent redemptions; writes nothing more for this buyer, and another one redeems', async () => {
    const cafe = await product.business({ perks: ['1.0', '500.0'] })
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    for (const { code } of [ani, davit])
      await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: code, amountSpent: 1_000 })
    const redeem = (who: typeof ani, perk: number) =>
      who.write('POST', `/api/buyer/${who.id}/redeem`, { perkId: cafe.perkIds[perk] })
    expect(await tally(130, () => redeem(ani, 1))).toEqual({
      '409 insufficient_points': 120,
      '429 too_many_attempts': 10,
    })
    expect((await redeem(ani, 0)).body).toMatchObject({
      code: 'too_many_attempts',
      message: 'Too many attempts, please try again later',
    })
    const other = await redeem(davit, 0)
    expect(other.status).toBe(200)
    ani.sees(other.token)
    expect((await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)).body).toMatchObject([{ points: '2.0' }])
  })

  it('looks at 120 of 130 concurrent cancellations; another buyer can still cancel', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: davit.code, amountSpent: 1_000 })
    const { body } = await davit.write<{ redemptionId: string }>('POST', `/api/buyer/${davit.id}/redeem`, {
      perkId: cafe.perkIds[0],
    })
    const cancel = (who: typeof ani) => who.write('DELETE', `/api/buyer/${who.id}/redemption/${body.redemptionId}`)
    expect(await tally(130, () => cancel(ani))).toEqual({ '404 not_found': 120, '429 too_many_attempts': 10 })
    expect((await cancel(davit)).status).toBe(200)
  })
})

describe('voiding awards', () => {
  it('looks for 30 of 35 unknown awards a minute; another business can still void its own', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const ani = await product.buyer()
    const made = await books.write<{ awardId: string }>('POST', `/api/business/${books.id}/award-points`, {
      buyerId: ani.code,
      amountSpent: 1_000,
    })
    const undo = (who: typeof cafe, awardId: string) =>
      who.write('POST', `/api/business/${who.id}/awards/${awardId}/void`, { reason: 'Another person' })
    expect(await tally(35, () => undo(cafe, randomUUID()))).toEqual({
      '404 award_not_found': 30,
      '429 too_many_attempts': 5,
    })
    expect((await undo(books, made.body.awardId)).status).toBe(200)
  })
})

describe('the statement with proofs', () => {
  it('is limited to thirty a minute per person', async () => {
    const cafe = await product.business()
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const ask = (who: typeof ani) => who.get(`/api/ledger/statement/${cafe.id}/${who.id}`)
    expect(await tally(35, () => ask(ani))).toEqual({ '404 not_found': 30, '429 too_many_attempts': 5 })
    expect((await ask(davit)).status).toBe(404)
  })
})

describe('the current password', () => {
  it('is checked ten times a minute for profile changes, even if right: checks are serialised and delay sign-ins (C14)', async () => {
    const [nare, davit] = [await product.buyer(), await product.buyer()]
    const email = `next-${nare.id}@hatik.test`
    const move = () =>
      nare.write('PATCH', '/api/auth/profile', {
        userId: nare.id,
        firstName: 'Նարե',
        lastName: 'Գ',
        email,
        phone: '',
        currentPassword: PASSWORD,
      })
    expect((await move()).status).toBe(200)
    expect(await tally(15, move)).toEqual({ '200 undefined': 9, '429 too_many_attempts': 6 })
    expect((await Person.signIn(product.address, davit, PASSWORD)).id).toBe(davit.id)
  })
})

describe('permanent records', () => {
  it('limits plan changes to twenty an hour: each is a numbered invoice (H36)', async () => {
    const [cafe, books] = [await product.business({ plan: 'starter' }), await product.business({ plan: 'starter' })]
    let turns = 0
    const change = (who: typeof cafe) =>
      who.write('POST', `/api/business/${who.id}/subscription`, {
        plan: (turns += 1) % 2 ? 'standard' : 'prime',
        cycle: 'monthly',
      })
    const told = []
    for (let call = 0; call < 21; call += 1) told.push((await change(cafe)).status)
    expect(told).toEqual([...Array<number>(20).fill(200), 429])
    expect((await change(books)).status).toBe(200)
  })

  it('limits creating, changing and deleting perks to sixty a minute each: each is an event', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const perk = { name: 'Coffee', description: 'Black', pointsRequired: 1 }
    const change = () => cafe.write('PUT', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`, perk)
    expect(await tally(65, change)).toEqual({ '200 undefined': 60, '429 too_many_attempts': 5 })
    expect((await cafe.write('POST', `/api/business/${cafe.id}/perks`, perk)).status).toBe(201)
  })
})

describe("the API's own document", () => {
  it('is limited to a hundred a minute per address, and the API goes on', async () => {
    const told: Record<number, number> = {}
    for (let call = 0; call < 110; call += 1) {
      const { status } = await fetch(`${product.address}/api/docs/${call % 2 === 0 ? 'json' : 'yaml'}`)
      told[status] = (told[status] ?? 0) + 1
    }
    expect(told).toEqual({ 200: 100, 429: 10 })
    expect((await fetch(`${product.address}/api/health`)).status).toBe(200)
  })
})
