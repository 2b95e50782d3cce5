import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '../../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const coffee = { name: 'Coffee', description: 'Black or with milk', pointsRequired: 10 }
type PerkAnswer = {
  id: number
  name: string
  description: string
  pointsRequired: string
  pictureUrl: string | null
}

describe('making a perk (R168, R202)', () => {
  it('within the plan: the perk is returned and listed, with its cost as stored', async () => {
    const cafe = await product.business({ plan: 'standard' })
    const made = await cafe.write<PerkAnswer>('POST', `/api/business/${cafe.id}/perks`, {
      ...coffee,
      pointsRequired: 6.5,
    })
    expect([made.status, made.body]).toEqual([
      201,
      { id: made.body.id, name: 'Coffee', description: 'Black or with milk', pointsRequired: '6.5', pictureUrl: null },
    ])
    const listed = await cafe.get(`/api/business/${cafe.id}/perks`)
    expect(listed.body).toEqual([made.body])
  })

  it('20 at once at Starter make exactly one (R155)', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const second = cafe.at(await product.startSecondApi())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? cafe : second).write('POST', `/api/business/${cafe.id}/perks`, {
          ...coffee,
          name: `Perk ${index}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, ...Array<number>(19).fill(403)])
    const refused = answers.find(({ status }) => status === 403)
    expect(refused?.body).toMatchObject({
      code: 'perk_limit_reached',
      message: 'Perk limit reached',
      limitExceeded: true,
    })
    expect((await cafe.get<PerkAnswer[]>(`/api/business/${cafe.id}/perks`)).body).toHaveLength(1)
  })

  it('five at Standard, any number at Prime, and a deleted one makes room', async () => {
    const standard = await product.business({ plan: 'standard', perks: ['1.0', '2.0', '3.0', '4.0', '5.0'] })
    expect((await standard.write('POST', `/api/business/${standard.id}/perks`, coffee)).status).toBe(403)
    expect((await standard.write('DELETE', `/api/business/${standard.id}/perks/${standard.perkIds[0]}`)).status).toBe(
      200,
    )
    expect((await standard.write('POST', `/api/business/${standard.id}/perks`, coffee)).status).toBe(201)
    const prime = await product.business({ plan: 'prime', perks: ['1.0', '2.0', '3.0', '4.0', '5.0'] })
    expect((await prime.write('POST', `/api/business/${prime.id}/perks`, coffee)).status).toBe(201)
  })

  it('the limit is a setting: it applies from the next perk (H37)', async () => {
    const { setPlanTerms } = await import('#businesses/plans/plan-terms.ts')
    const { DEFAULT_PLAN_TERMS } = await import('#contracts/pages/plans.ts')
    const cafe = await product.business({ plan: 'starter', perks: ['1.0'] })
    expect((await cafe.write('POST', `/api/business/${cafe.id}/perks`, coffee)).status).toBe(403)
    await setPlanTerms(product.pool, { ...DEFAULT_PLAN_TERMS, starter: { ...DEFAULT_PLAN_TERMS.starter, perks: 2 } }, 1)
    expect((await cafe.write('POST', `/api/business/${cafe.id}/perks`, coffee)).status).toBe(201)
    expect((await cafe.write('POST', `/api/business/${cafe.id}/perks`, coffee)).status).toBe(403)
    await setPlanTerms(product.pool, DEFAULT_PLAN_TERMS, 1)
  })

  it('refuses 0, 0.7, negatives, text and missing fields, and stores nothing (R168)', async () => {
    const cafe = await product.business()
    for (const pointsRequired of [0, 0.7, 0.25, -1, '5', null, 1e12, 0.1 + 0.2, undefined]) {
      const refused = await cafe.write('POST', `/api/business/${cafe.id}/perks`, { ...coffee, pointsRequired })
      expect([pointsRequired, refused.status]).toEqual([pointsRequired, 400])
    }
    const wrongStep = await cafe.write('POST', `/api/business/${cafe.id}/perks`, { ...coffee, pointsRequired: 0.7 })
    expect(wrongStep.body.issues).toEqual([
      { path: 'pointsRequired', message: 'Points must be at least 0.5, in steps of 0.5' },
    ])
    for (const field of ['name', 'description'] as const) {
      const blank = await cafe.write('POST', `/api/business/${cafe.id}/perks`, { ...coffee, [field]: '   ' })
      expect([blank.status, blank.body.message]).toEqual([400, 'Required'])
      const missing = await cafe.write('POST', `/api/business/${cafe.id}/perks`, { ...coffee, [field]: undefined })
      expect([missing.status, missing.body.message]).toEqual([400, 'Required'])
    }
    expect((await cafe.get(`/api/business/${cafe.id}/perks`)).body).toEqual([])
  })

  it('the same key makes one perk, however often it is sent; other input is 422, no key is 400', async () => {
    const cafe = await product.business()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => cafe.write<PerkAnswer>('POST', `/api/business/${cafe.id}/perks`, coffee, key)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed')).length).toBe(5)
    expect((await cafe.write('POST', `/api/business/${cafe.id}/perks`, { ...coffee, name: 'Tea' }, key)).status).toBe(
      422,
    )
    expect((await cafe.send('POST', `/api/business/${cafe.id}/perks`, coffee)).status).toBe(400)
    expect((await cafe.get<PerkAnswer[]>(`/api/business/${cafe.id}/perks`)).body).toHaveLength(1)
  })

  it('a refused write leaves its key free: once there is room the same key succeeds', async () => {
    const cafe = await product.business({ plan: 'starter', perks: ['1.0'] })
    const key = randomUUID()
    expect((await cafe.write('POST', `/api/business/${cafe.id}/perks`, coffee, key)).status).toBe(403)
    await cafe.write('DELETE', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`)
    expect((await cafe.write('POST', `/api/business/${cafe.id}/perks`, coffee, key)).status).toBe(201)
  })

  it('a business that became unapproved, suspended or expired is refused with its status (R156)', async () => {
    for (const [status, message] of [
      ['pending', 'Pending Confirmation'],
      ['suspended', 'Account Suspended'],
      ['trial_expired', 'Trial Expired'],
    ] as const) {
      // A refusal may end the session (H29), so each status gets its own business.
      const cafe = await product.business({ perks: ['1.0'] })
      await setStatus(cafe.id, status)
      // The row decides, even before the process hears of the change.
      const refused = await cafe.write('POST', `/api/business/${cafe.id}/perks`, coffee)
      expect(refused.status).toBe(403)
      expect(refused.body.message).toContain(message)
    }
  })
})

async function setStatus(userId: number, status: string): Promise<void> {
  await product.pool.query('UPDATE business_profiles SET status = $2 WHERE user_id = $1', [userId, status])
}

describe('editing and deleting a perk (H9)', () => {
  it('pending redemptions keep the name and the cost of their day, and can be verified and cancelled', async () => {
    const cafe = await product.business({ perks: ['5.0'] })
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const redemptions: { redemptionId: string; redemptionCode: string }[] = []
    for (const buyer of [ani, davit]) {
      await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: buyer.code, amountSpent: 5_000 })
      const redeemed = await buyer.write<{ redemptionId: string; redemptionCode: string }>(
        'POST',
        `/api/buyer/${buyer.id}/redeem`,
        { perkId: cafe.perkIds[0] },
      )
      redemptions.push(redeemed.body)
    }
    const edited = await cafe.write('PUT', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`, {
      name: 'Tea',
      description: 'Now tea',
      pointsRequired: 9.5,
    })
    expect(edited.body).toMatchObject({ name: 'Tea', pointsRequired: '9.5' })
    expect((await cafe.write('DELETE', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`)).body.message).toBe(
      'Perk deleted',
    )

    expect((await cafe.get(`/api/business/${cafe.id}/perks`)).body).toEqual([])
    expect((await ani.get(`/api/buyer/${ani.id}/available-perks`)).body).toEqual([])
    const verified = await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, {
      redemptionCode: redemptions[0]?.redemptionCode,
    })
    expect(verified.body).toMatchObject({ perk: { name: 'Perk for 5.0', pointsRequired: '5.0' } })
    const cancelled = await davit.write('DELETE', `/api/buyer/${davit.id}/redemption/${redemptions[1]?.redemptionId}`)
    expect(cancelled.body).toMatchObject({ points: '5.0', balance: '10.0' })
    expect((await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })).status).toBe(404)
  })

  it('a price changed on another screen is not restored by a new description; a retry is no conflict', async () => {
    const cafe = await product.business({ perks: ['5.0'] })
    const path = `/api/business/${cafe.id}/perks`
    const [{ id, ...shown }] = (await cafe.get<[PerkAnswer]>(path)).body
    const dearer = { name: shown.name, description: shown.description, pointsRequired: 20, before: shown }
    for (let time = 0; time < 2; time += 1) expect((await cafe.write('PUT', `${path}/${id}`, dearer)).status).toBe(200)
    const stale = await cafe.write('PUT', `${path}/${id}`, {
      ...dearer,
      description: 'Without the mistake',
      pointsRequired: 5,
    })
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'changed_meanwhile' }])
    const { id: _, ...now } = (await cafe.get<[PerkAnswer]>(path)).body[0]
    expect(now).toEqual({ ...shown, pointsRequired: '20.0' })

    const both = await Promise.all(
      ['Warm', 'Cold'].map((description) =>
        cafe.write('PUT', `${path}/${id}`, { ...dearer, description, before: now }),
      ),
    )
    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  })

  it('refuses another business’s perk, a deleted one, and ids that are no numbers (R169, R182)', async () => {
    const cafe = await product.business({ perks: ['5.0'] })
    const books = await product.business({ perks: ['7.0'] })
    const foreign = `/api/business/${books.id}/perks/${cafe.perkIds[0]}`
    expect((await books.write('PUT', foreign, coffee)).status).toBe(404)
    expect((await books.write('DELETE', foreign)).status).toBe(404)
    expect((await books.write('DELETE', `/api/business/${books.id}/perks/AB1234`)).status).toBe(400)
    expect((await cafe.get<PerkAnswer[]>(`/api/business/${cafe.id}/perks`)).body).toHaveLength(1)
    await cafe.write('DELETE', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`)
    expect((await cafe.write('PUT', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`, coffee)).status).toBe(404)
    // A repeated deletion succeeds, as a retry.
    expect((await cafe.write('DELETE', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`)).status).toBe(200)
  })
})

describe('the history of the offer', () => {
  it('each change leaves its event, with the previous values; no change leaves none', async () => {
    const cafe = await product.business({ perks: ['5.0'] })
    const path = `/api/business/${cafe.id}/perks`
    const key = randomUUID()
    const perkId = (await cafe.write<PerkAnswer>('POST', path, coffee, key)).body.id
    await cafe.write('POST', path, coffee, key)
    const tea = { name: 'Tea', description: 'Now tea', pointsRequired: 9.5 }
    for (let time = 0; time < 2; time += 1) expect((await cafe.write('PUT', `${path}/${perkId}`, tea)).status).toBe(200)
    for (let time = 0; time < 2; time += 1)
      expect((await cafe.write('DELETE', `${path}/${cafe.perkIds[0]}`)).status).toBe(200)
    expect((await cafe.write('PUT', `${path}/${cafe.perkIds[0]}`, tea)).status).toBe(404)
    const { rows } = await product.pool.query(
      `SELECT type, data, (metadata -> 'actor' ->> 'userId')::int AS actor, metadata -> 'actor' ->> 'role' AS role FROM event_outbox WHERE stream = 'business-' || $1 ORDER BY revision`,
      [cafe.id],
    )
    const by = { actor: cafe.id, role: 'business' }
    const was = { fromName: 'Coffee', fromDescription: 'Black or with milk', fromCostTenths: 100 }
    expect(rows).toEqual([
      {
        ...by,
        type: 'PerkAdded',
        data: { perkId, name: 'Coffee', description: 'Black or with milk', costTenths: 100 },
      },
      { ...by, type: 'PerkChanged', data: { perkId, name: 'Tea', description: 'Now tea', costTenths: 95, ...was } },
      {
        ...by,
        type: 'PerkDeleted',
        data: { perkId: cafe.perkIds[0], name: 'Perk for 5.0', description: 'A perk', costTenths: 50 },
      },
    ])
  })
})

describe('one path parameter, an id or a slug (C6)', () => {
  it('all digits is an id and needs the own session; a slug is public', async () => {
    const cafe = await product.business({ perks: ['5.0'] })
    const visitor = new Person(product.address, { id: 0, email: '' })
    expect((await visitor.get(`/api/business/${cafe.id}/perks`)).status).toBe(401)
    const shown = await visitor.get<PerkAnswer[]>(`/api/business/business-${cafe.id}/perks`)
    expect([shown.status, shown.body]).toEqual([
      200,
      [{ id: cafe.perkIds[0], name: 'Perk for 5.0', description: 'A perk', pointsRequired: '5.0', pictureUrl: null }],
    ])
    expect((await visitor.get('/api/business/no-such-shop/perks')).status).toBe(404)
    expect((await visitor.get('/api/business/No%20Slug/perks')).status).toBe(400)
  })

  it("a slug '12345' cannot be created", async () => {
    const cafe = await product.business()
    await expect(
      product.pool.query(`UPDATE business_profiles SET slug = '12345' WHERE user_id = $1`, [cafe.id]),
    ).rejects.toThrow(/check/)
  })

  it('an inactive business shows no perks, and an unapproved one is not found (H28)', async () => {
    const cafe = await product.business({ perks: ['5.0'] })
    const visitor = new Person(product.address, { id: 0, email: '' })
    const path = `/api/business/business-${cafe.id}/perks`
    for (const [status, answer] of [
      ['suspended', 200],
      ['trial_expired', 200],
      ['pending', 404],
    ] as const) {
      await setStatus(cafe.id, status)
      const shown = await visitor.get(path)
      expect([status, shown.status]).toEqual([status, answer])
      if (answer === 200) expect(shown.body).toEqual([])
    }
    await setStatus(cafe.id, 'active')
    expect((await visitor.get<PerkAnswer[]>(path)).body).toHaveLength(1)
  })
})
