import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRANCHES_MAX } from '#contracts/rights/branch-calls.ts'
import { hasBranch } from '#businesses/staff/branches.ts'
import { changeTill } from '#businesses/staff/keep-tills.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { addBranch, addStaff, pairTill, unlock } from '../../../../infra/testing/people/till.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

type Branch = { branchId: string; name: string }
type ShownTill = { tillId: string; branchId: string | null }
const pathOf = (shop: { id: number }, rest: string) => `/api/business/${shop.id}/${rest}`
const branchesOf = async (shop: Person) =>
  (await shop.get<{ branches: Branch[] }>(pathOf(shop, 'branches'))).body.branches
const tillsOf = async (shop: Person) => (await shop.get<{ tills: ShownTill[] }>(pathOf(shop, 'tills'))).body.tills
const moveTill = (shop: Person, tillId: string, branchId: string | null) =>
  shop.write<ShownTill>('PATCH', pathOf(shop, `tills/${tillId}`), { branchId })
const award = (till: Person, code: string) =>
  till.write('POST', pathOf(till, 'award-points'), { buyerId: code, amountSpent: 500 })
const lastMovement = async (shop: Person) =>
  (await shop.get<{ movements: { branchId: string | null }[] }>(pathOf(shop, 'movements'))).body.movements[0]

describe('branches of a business', () => {
  it('are added, renamed and removed by its owner, in the order of adding', async () => {
    const cafe = await product.business()
    expect(await branchesOf(cafe)).toEqual([])
    const [first, second] = [await addBranch(cafe, ' Komitas '), await addBranch(cafe, 'Abovyan')]
    expect(await branchesOf(cafe)).toEqual([
      { branchId: first, name: 'Komitas' },
      { branchId: second, name: 'Abovyan' },
    ])
    const path = pathOf(cafe, `branches/${first}`)
    for (let time = 0; time < 2; time += 1)
      expect((await cafe.write('PATCH', path, { name: 'Komitas 15' })).body).toEqual({
        branchId: first,
        name: 'Komitas 15',
      })
    for (let time = 0; time < 2; time += 1) expect((await cafe.write('DELETE', path)).status).toBe(200)
    expect((await cafe.write('PATCH', path, { name: 'Komitas' })).body.code).toBe('branch_not_found')
    expect(await branchesOf(cafe)).toEqual([{ branchId: second, name: 'Abovyan' }])
  })

  it('are made once however often the call with one key is repeated', async () => {
    const cafe = await product.business()
    const key = randomUUID()
    const add = (name: string) => cafe.write<Branch>('POST', pathOf(cafe, 'branches'), { name }, key)
    const answers = [...(await Promise.all([add('Komitas'), add('Komitas')])), await add('Komitas')]
    expect(new Set(answers.map(({ body }) => body.branchId).filter(Boolean)).size).toBe(1)
    expect(answers.at(-1)?.status).toBe(201)
    expect(await branchesOf(cafe)).toHaveLength(1)
    expect((await add('Abovyan')).body.code).toBe('idempotency_key_reused')
  })

  it('need a name, and end at fifty', async () => {
    const cafe = await product.business()
    expect((await cafe.write('POST', pathOf(cafe, 'branches'), { name: ' ' })).status).toBe(400)
    await product.pool.query(
      `INSERT INTO branches (id, business_id, name) SELECT gen_random_uuid(), $1, 'Branch ' || n FROM generate_series(1, $2::int) n`,
      [cafe.id, BRANCHES_MAX],
    )
    const refused = await cafe.write('POST', pathOf(cafe, 'branches'), { name: 'One more' })
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_branches'])
    const [branch] = await branchesOf(cafe)
    await cafe.write('DELETE', pathOf(cafe, `branches/${branch!.branchId}`))
    expect((await cafe.write('POST', pathOf(cafe, 'branches'), { name: 'One more' })).status).toBe(201)
  })

  it('are nothing to another business, nor to a till whoever has unlocked it', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const branch = await addBranch(cafe)
    const till = await pairTill(product, books)
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expect((await books.write(method, pathOf(books, `branches/${branch}`), body)).body.code).toBe('branch_not_found')
    expect((await moveTill(books, till.tillId, branch)).body.code).toBe('branch_not_found')
    const added = await books.write('POST', pathOf(books, 'tills'), { name: 'Till 2', branchId: branch })
    expect(added.body.code).toBe('branch_not_found')
    expect(await tillsOf(books)).toMatchObject([{ tillId: till.tillId, branchId: null }])
    await unlock(till, await addStaff(books, 'manager'))
    expect((await till.get(pathOf(books, 'branches'))).status).toBe(403)
    expect((await till.write('POST', pathOf(books, 'branches'), { name: 'A' })).status).toBe(403)
  })
})

describe('a till in a branch', () => {
  it('names the branch in what it does, from its pairing on, and no branch once it has none', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const [first, second] = [await addBranch(cafe), await addBranch(cafe)]
    const till = await pairTill(product, cafe, { branchId: first })
    const { rows } = await product.pool.query(
      `SELECT data FROM event_outbox WHERE type = 'TillPaired' AND data ->> 'tillId' = $1`,
      [till.tillId],
    )
    expect(rows).toEqual([{ data: { tillId: till.tillId, branchId: first } }])
    for (const branch of [first, second, null]) {
      const { body } = await moveTill(cafe, till.tillId, branch)
      expect(body).toMatchObject({ tillId: till.tillId, branchId: branch })
      const made = await award(till, ani.code)
      expect(made.status).toBe(200)
      cafe.sees(made.token)
      expect(await lastMovement(cafe)).toMatchObject({ branchId: branch })
    }
    await moveTill(cafe, till.tillId, second)
    await cafe.write('PATCH', pathOf(cafe, `tills/${till.tillId}`), { name: 'Window' })
    expect(await tillsOf(cafe)).toMatchObject([{ name: 'Window', branchId: second }])
  })

  it('stays without a branch when that is removed, also in another process', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const branch = await addBranch(cafe)
    const till = await pairTill(product, cafe, { branchId: branch })
    const second = await product.startSecondApi()
    const shownThere = async () => {
      const answer = await fetch(`${second}/api/till`, { headers: { cookie: till.cookie } })
      return ((await answer.json()) as { till: ShownTill }).till.branchId
    }
    expect(await shownThere()).toBe(branch)
    expect((await cafe.write('DELETE', pathOf(cafe, `branches/${branch}`))).status).toBe(200)
    const made = await award(till, ani.code)
    cafe.sees(made.token)
    expect(await lastMovement(cafe)).toMatchObject({ branchId: null })
    await waitUntil('the other process to know', async () => (await shownThere()) === null)
    expect((await moveTill(cafe, till.tillId, branch)).body.code).toBe('branch_not_found')
  })

  it('that gets a branch just before its removal loses it again', async () => {
    const cafe = await product.business()
    const branch = await addBranch(cafe)
    const { tillId } = await pairTill(product, cafe)
    const removing = await inTransaction(product.pool, async (client) => {
      expect(await hasBranch(client, cafe.id, branch)).toBe(true)
      const removed = cafe.write('DELETE', pathOf(cafe, `branches/${branch}`))
      await waitUntil('the removal to wait', async () => {
        const { rowCount } = await product.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rowCount !== 0
      })
      await changeTill(client, cafe.id, tillId, { branchId: branch })
      return [removed]
    })
    expect((await removing[0])!.status).toBe(200)
    expect(await tillsOf(cafe)).toMatchObject([{ tillId, branchId: null }])
  })

  it('never keeps a removed branch, in whatever order removal, choice and new tills arrive', async () => {
    const cafe = await product.business()
    const { tillId } = await pairTill(product, cafe)
    for (let round = 0; round < 5; round += 1) {
      const branch = await addBranch(cafe)
      const [removed, moved, added] = await Promise.all([
        cafe.write('DELETE', pathOf(cafe, `branches/${branch}`)),
        moveTill(cafe, tillId, branch),
        cafe.write('POST', pathOf(cafe, 'tills'), { name: 'New', branchId: branch }),
      ])
      expect(removed.status).toBe(200)
      expect([200, 404]).toContain(moved.status)
      expect([201, 404]).toContain(added.status)
      expect((await tillsOf(cafe)).filter(({ branchId }) => branchId !== null)).toEqual([])
    }
  })
})
