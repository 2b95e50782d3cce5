/** An auditor's test data for browser tests. */
import type { Page } from '@playwright/test'
import type { AuditMovements } from '#contracts/calls/staff/audit.ts'
import { expect, test } from './e2e.ts'
import { openCast, type Cast } from './e2e-visits.ts'
import type { Person } from '../people/person.ts'
import { signInStaff } from '../people/staff.ts'

/** A buyer with two awards, a used and a cancelled redemption and a void; and an auditor. */
export interface Story {
  cast: Cast
  auditor: Person
  business: Person & { perkIds: number[] }
  buyer: Person & { code: string }
  codes: string[]
  find: (query: string) => Promise<AuditMovements['movements']>
}

export async function tellStory(): Promise<Story> {
  const cast = await openCast()
  const [business, buyer] = [await cast.business(['3.0']), await cast.buyer()]
  const auditor = await signInStaff({ address: process.env['HATIK_E2E_URL'] ?? '', pool: cast.pool }, 'auditor')
  const award = async (amountSpent: number) =>
    (await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent }))
      .body['awardId']
  await award(1_000)
  await award(2_500)
  const wrong = await award(9_000)
  const redeem = async () =>
    (await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: business.perkIds[0] })).body
  const used = await redeem()
  await business.write('POST', `/api/business/${business.id}/verify-redemption`, {
    redemptionCode: used['redemptionCode'],
  })
  const cancelled = await redeem()
  await buyer.write('DELETE', `/api/buyer/${buyer.id}/redemption/${String(cancelled['redemptionId'])}`)
  const voided = await business.write('POST', `/api/business/${business.id}/awards/${String(wrong)}/void`, {
    reason: 'wrong amount',
  })
  auditor.sees(voided.token)
  const find = async (query: string) =>
    (await auditor.get<AuditMovements>(`/api/audit/movements?buyerCode=${buyer.code}&${query}`)).body.movements
  expect(await find('')).toHaveLength(7)
  return {
    cast,
    auditor,
    business,
    buyer,
    codes: [used, cancelled].map((each) => String(each['redemptionCode'])),
    find,
  }
}

/** A tree head is signed within seconds. */
export async function untilProven(page: Page, proven: string): Promise<void> {
  test.slow()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(proven)).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 90_000 })
}
