/** Words longer than a phone is wide, in names and texts, must not widen a page. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const LONG = 'Գերերկարանվանյակընկերությունխանութսրճարանատուն'
const PHONE = { width: 360, height: 740 }

let cast: Cast
test.beforeAll(async () => (cast = await openCast()))
test.afterAll(() => cast.close())

async function longBusiness(): ReturnType<Cast['business']> {
  const business = await cast.business(['0.5', '5'])
  await cast.pool.query('UPDATE business_profiles SET business_name = $2, description = $3 WHERE user_id = $1', [
    business.id,
    LONG,
    'Ա'.repeat(150),
  ])
  await cast.pool.query('UPDATE perks SET name = $2, description = $2 WHERE id = ANY($1)', [business.perkIds, LONG])
  return Object.assign(business, { businessName: LONG })
}

async function expectToFit(page: Page): Promise<void> {
  await expect(page.getByText(LONG).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(
    0,
  )
  for (const dialog of await page.getByRole('dialog').all())
    expect(await dialog.evaluate((window) => window.scrollWidth - window.clientWidth)).toBeLessThanOrEqual(0)
}

test("the directory, a business's page and its buyer's dashboard fit a phone, whatever names and texts people write", async ({
  page,
  context,
}) => {
  const business = await longBusiness()
  const buyer = await cast.buyer()
  await cast.pool.query('UPDATE users SET first_name = $2 WHERE id = $1', [buyer.id, LONG])
  await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent: 500 })
  await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: business.perkIds[0] })
  await page.setViewportSize(PHONE)

  await page.goto(`/businesses?search=${encodeURIComponent(LONG)}`)
  await expectToFit(page)
  await page.goto(`/business/business-${business.id}`)
  await expectToFit(page)

  await enter(context, buyer)
  await page.goto('/dashboard')
  const { redeem, points, redemptions } = wordsOf('am')
  for (const title of [redeem.title, points.byBusiness, redemptions.readyTitle])
    await expect(page.getByRole('region', { name: title }).getByText(LONG).first()).toBeVisible()
  await expectToFit(page)
})

test("so do an administrator's dialogs and pages about such a business", async ({ page, context }) => {
  const words = wordsOf('am')
  const business = await longBusiness()
  const buyer = await cast.buyer()
  await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent: 500 })
  await page.setViewportSize(PHONE)
  await enter(context, await cast.admin())

  await page.goto('/admin/dashboard/account')
  await page.getByLabel(words.accountReplay.code).fill(buyer.code)
  await page.getByLabel(words.accountReplay.business, { exact: true }).fill(String(business.id))
  await page.getByRole('button', { name: words.accountReplay.replay }).click()
  await expectToFit(page)

  await page.goto('/admin/dashboard/businesses')
  await page.getByRole('searchbox').fill(String(business.id))
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([LONG])
  await page.getByRole('button', { name: words.visit.start }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeVisible()
  await expectToFit(page)
  await dialog.getByLabel(words.visit.reason).fill('Երկար անուններ')
  await dialog.getByRole('button', { name: words.visit.go }).click()
  await expect(page.getByTestId('visit-banner')).toBeVisible()
  await page.goto(`/time-travel/${business.id}`)
  await expectToFit(page)
})
