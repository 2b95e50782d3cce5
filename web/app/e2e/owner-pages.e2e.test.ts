/** The owner's pages: buyers, their navigation, and the first day of a new business. */
import type { Page } from '@playwright/test'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'

const DEMO_PASSWORD = 'Hatik-demo-1'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

type Business = Awaited<ReturnType<Cast['business']>>

async function award(cafe: Business, code: string, amountSpent: number): Promise<void> {
  const { status, token } = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: code,
    amountSpent,
  })
  expect(status).toBe(200)
  cafe.sees(token)
}

/** In light and in dark. */
async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectToFitWithoutBarriers(page)
  }
}

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)
  const { buyerVisits, buyers, businessNav, firstDay } = words

  const { screen, viewport } = LOOKS[language]
  test(`buyers stand by their last visit and lead to their cards, by the tabs and by keyboard (${language}, ${screen})`, async ({
    page,
  }) => {
    const [cafe, ani, davit] = [await cast.business(), await cast.buyer(), await cast.buyer()]
    await award(cafe, ani.code, 12_345)
    await award(cafe, davit.code, 900)
    await award(cafe, ani.code, 5_000)
    await enter(page.context(), cafe)
    await page.setViewportSize(viewport)
    await page.goto(`/dashboard?lang=${language}`)
    const nav = page.getByRole('navigation', { name: businessNav.title })
    await nav.getByRole('link', { name: businessNav.buyers }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/buyers$/)
    await expect(nav.locator('[aria-current=page]')).toHaveText(businessNav.buyers)

    const rows = page.getByRole('table', { name: buyers.title }).locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText(ani.code.slice(2))
    await expect(rows.first()).toContainText(/17[\s,\u00a0]345/)
    await expectSound(page)

    await page.getByPlaceholder(buyers.search).fill(davit.code)
    await expect(rows).toHaveCount(1)
    await rows.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/buyers/${davit.code}$`))
    await expect(page.getByTestId('buyer-card')).toContainText('900')
    await expect(page.getByRole('table', { name: buyerVisits.movements }).locator('tbody tr')).toHaveCount(1)
    await expectSound(page)
    await page.goBack()
    // The search is part of the address.
    await expect(page.getByPlaceholder(buyers.search)).toHaveValue(davit.code)
    await expect(rows).toHaveCount(1)
  })

  test(`a new business is led through its first steps, which tick themselves off (${language}, ${screen})`, async ({
    page,
  }) => {
    const [cafe, ani] = [await cast.business(['1.0']), await cast.buyer()]
    await cast.pool.query(
      `UPDATE business_profiles SET trial_end_date = now() + interval '20 days' WHERE user_id = $1`,
      [cafe.id],
    )
    await enter(page.context(), cafe)
    await page.setViewportSize(viewport)
    await page.goto(`/dashboard?lang=${language}`)
    const steps = page.getByTestId('first-day')
    await expect(steps).toContainText(firstDay.perk)
    await expect(steps.getByRole('link', { name: firstDay.perk })).toHaveCount(0)
    await expect(steps.getByRole('link', { name: firstDay.logo })).toHaveAttribute('href', '/edit-business')
    await expectSound(page)
    await award(cafe, ani.code, 500)
    await page.reload()
    await expect(steps.getByRole('link', { name: firstDay.logo })).toBeVisible()
    await expect(steps.getByRole('link', { name: firstDay.award })).toHaveCount(0)

    await page.getByRole('button', { name: firstDay.hide }).click()
    await expect(steps).toHaveCount(0)
    await page.reload()
    await expect(page.locator('input[name=buyerId]')).toBeVisible()
    await expect(steps).toHaveCount(0)
  })

  test(`on a phone perks and buyers of the dashboard open when pressed, and are no dead end (${language})`, async ({
    page,
  }) => {
    // The demo's businesses have as many rows as other tests leave.
    const [cafe, ani, davit] = [await cast.business(['1.0', '2.0', '3.0']), await cast.buyer(), await cast.buyer()]
    for (const amount of [12_345, 900, 5_000, 2_500, 700, 18_000]) await award(cafe, ani.code, amount)
    await award(cafe, davit.code, 900)
    await enter(page.context(), cafe)
    await page.setViewportSize(LOOKS.am.viewport)
    await page.goto(`/dashboard?lang=${language}`)
    const table = page.getByRole('table', { name: buyers.title })
    const fold = page.getByRole('button', { name: buyers.title, exact: true })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(table).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_600)
    await fold.press('Enter')
    await expect(table).toBeVisible()
    await page.getByRole('button', { name: words.perks.title, exact: true }).press('Enter')
    await expect(page.getByTestId('perk-grid')).toBeVisible()
    await expectSound(page)
  })

  test(`every tab of the business side opens a page that marks it, on a phone and a desk (${language})`, async ({
    page,
  }) => {
    await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
    await page.goto(`/dashboard?lang=${language}`)
    const nav = page.getByRole('navigation', { name: businessNav.title })
    for (const { viewport } of Object.values(LOOKS)) {
      await page.setViewportSize(viewport)
      await expect(nav.getByRole('link').nth(3)).toBeVisible()
      const names = await nav.getByRole('link').filter({ visible: true }).allTextContents()
      // The counter has the whole screen.
      for (const name of names.filter((each) => each !== businessNav.counter)) {
        await nav.getByRole('link', { name, exact: true }).click()
        await expect(nav.locator('[aria-current=page]')).toHaveText(name)
        await expect(page.locator('h1')).toBeVisible()
      }
    }
  })

  test(`a code that is no buyer of the business says so (${language})`, async ({ page }) => {
    await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
    await page.goto(`/buyers/ZZ9999?lang=${language}`)
    await expect(page.getByText(buyerVisits.missingTitle)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(filled(buyerVisits.page, { code: 'ZZ\u00a09999' }))
  })
}
