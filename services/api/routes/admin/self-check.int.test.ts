import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountReplay } from '#contracts/calls/staff/admin.ts'
import type { Checked, SelfCheck } from '#contracts/calls/staff/self-check.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let admin: Person
let cafe: Person & { perkIds: number[] }
let buyers: (Person & { code: string })[]

beforeAll(async () => {
  product = await startProduct()
  admin = await signInStaff(product, 'admin')
  cafe = await product.business({ perks: ['1.0'] })
  buyers = await Promise.all(Array.from({ length: 8 }, () => product.buyer()))
  for (const [index, buyer] of buyers.entries()) {
    for (let each = 0; each <= index % 3; each += 1) {
      await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent: 1_000 * (index + 1),
      })
    }
    const redeemed = await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: cafe.perkIds[0] })
    if (index % 2 === 0)
      await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, {
        redemptionCode: redeemed.body['redemptionCode'],
      })
    else if (index % 3 === 0)
      await buyer.write('DELETE', `/api/buyer/${buyer.id}/redemption/${redeemed.body['redemptionId']}`)
    cafe.sees(redeemed.token)
  }
  await cafe.get(`/api/business/${cafe.id}/stats`)
})
afterAll(() => product.close())

/** One run of the worker's check. */
async function cycle(): Promise<SelfCheck> {
  const before = (await admin.get<SelfCheck>('/api/admin/self-check')).body.runs[0]?.id ?? 0
  await admin.send('POST', '/api/admin/self-check/run', { scope: 'sample' })
  return waitUntil('the check has run', async () => {
    const { body } = await admin.get<SelfCheck>('/api/admin/self-check')
    return body.runs[0] && body.runs[0].id > before && body.runs[0].endedAt !== null ? body : undefined
  })
}
const live = async () =>
  (await product.pool.query<{ generation: number }>('SELECT generation FROM projection_generations WHERE live'))
    .rows[0]!.generation
const change = async (sql: string, values: unknown[]) =>
  product.pool.query(sql.replaceAll('read.', `read_g${await live()}.`), values)
const replay = async (buyer: Person) =>
  (await admin.get<AccountReplay>(`/api/admin/accounts/${cafe.id}/${buyer.id}/replay`)).body

describe("the ledger's check of itself", () => {
  it('finds nothing where nothing is wrong, and says when each account was checked', async () => {
    const checked = await cycle()
    expect(checked.open).toEqual([])
    expect(checked.runs[0]).toMatchObject({ scope: 'sample', accounts: 8, differences: 0 })
    const own = await buyers[0]!.get<Checked>(`/api/ledger/accounts/${cafe.id}/${buyers[0]!.id}/checked`)
    expect(own.body).toMatchObject({ agrees: true, lastCheckedAt: expect.any(String) })
    expect((await buyers[1]!.get(`/api/ledger/accounts/${cafe.id}/${buyers[0]!.id}/checked`)).status).toBe(403)
  })

  it('reports a row changed by hand within one run, with account, expected and found, and clears it once correct', async () => {
    const [, buyer] = buyers
    await change('UPDATE read.account_balances SET balance_tenths = balance_tenths + 1000 WHERE buyer_id = $1', [
      buyer!.id,
    ])
    const { open } = await cycle()
    expect(open).toMatchObject([
      {
        businessId: cafe.id,
        buyerId: buyer!.id,
        what: 'account_balances balance_tenths',
        expected: '70',
        found: '1070',
      },
    ])
    expect((await buyer!.get<Checked>(`/api/ledger/accounts/${cafe.id}/${buyer!.id}/checked`)).body.agrees).toBe(false)
    await change('UPDATE read.account_balances SET balance_tenths = balance_tenths - 1000 WHERE buyer_id = $1', [
      buyer!.id,
    ])
    const after = await cycle()
    expect(after.open).toEqual([])
    expect(after.past[0]).toMatchObject({ buyerId: buyer!.id, clearedAt: expect.any(String) })
  })

  it('also reports rows that were deleted, lines and redemptions that were changed, and totals of a business', async () => {
    await change('DELETE FROM read.account_balances WHERE buyer_id = $1', [buyers[2]!.id])
    await change(`UPDATE read.redemptions SET state = 'pending' WHERE buyer_id = $1`, [buyers[4]!.id])
    await change('DELETE FROM read.movements WHERE buyer_id = $1 AND revision = 0', [buyers[5]!.id])
    await change('UPDATE read.business_stats SET issued_tenths = issued_tenths + 9', [])
    const { open } = await cycle()
    expect(new Set(open.map(({ buyerId }) => buyerId))).toEqual(
      new Set([buyers[2]!.id, buyers[4]!.id, buyers[5]!.id, 0]),
    )
    expect(open.find(({ buyerId }) => buyerId === buyers[4]!.id)).toMatchObject({ expected: 'used', found: 'pending' })
    expect(open.some(({ what }) => what === 'business_stats issued_tenths')).toBe(true)
  })

  it('counts all differing accounts, even those not listed, and reports if no check ended for long', async () => {
    await product.worker.stop()
    const read = async () => (await admin.get<SelfCheck>('/api/admin/self-check')).body
    const before = await read()
    expect([before.openAccounts, before.isLate]).toEqual([4, false])
    await product.pool.query(
      `INSERT INTO check_findings (business_id, buyer_id, what, found_at) SELECT $1, 50000 + n, 'account_balances events', now() FROM generate_series(1, 150) AS n`,
      [cafe.id],
    )
    await product.pool.query(
      `UPDATE self_checks SET started_at = started_at - interval '2 hours', ended_at = ended_at - interval '2 hours'`,
    )
    const after = await read()
    expect([after.openAccounts, after.open.length, after.isLate]).toEqual([154, 100, true])
    expect(Date.parse(after.lastAt!)).toBe(Date.parse(before.lastAt!) - 2 * 60 * 60 * 1000)
    await product.pool.query('DELETE FROM check_findings WHERE buyer_id > 50000')
    await product.restartWorker()
  })
})

describe('the replay of one account', () => {
  it('folds the stream beside the read models: all steps agree, and add up', async () => {
    const account = await replay(buyers[6]!)
    expect(account).toMatchObject({ agrees: true, first: null, extraLines: [], row: { balance: account.fold.balance } })
    expect(account.steps.map(({ type }) => type)).toEqual(['PointsAwarded', 'PerkRedeemed', 'RedemptionUsed'])
    expect(account.steps.at(-1)!.balance).toBe(account.fold.balance)
    expect(account.redemptions).toMatchObject([{ fold: 'used', row: 'used', agrees: true }])
  })

  it('marks the first step that differs', async () => {
    const buyer = buyers[7]!
    await change(
      'UPDATE read.movements SET balance_tenths = balance_tenths - 3 WHERE buyer_id = $1 AND revision >= 1',
      [buyer.id],
    )
    const account = await replay(buyer)
    expect(account).toMatchObject({ agrees: false, first: 1 })
    expect(account.steps.map(({ agrees }) => agrees)).toEqual([true, false, false])
  })
})
