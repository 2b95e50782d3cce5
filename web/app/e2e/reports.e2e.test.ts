import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const DEMO_PASSWORD = 'Hatik-demo-1'
const EMPTY_DAY = '2020-01-06'

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language).dayReport

  const width = language === 'am' ? 390 : 820
  test(`the day report shows a busy day and an empty one on ${width} px (${language})`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 1180 })
    await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
    await page.goto(`/figures?lang=${language}`)
    await page.getByRole('link', { name: words.title }).click()
    await expect(page).toHaveURL(/\/reports$/)
    await expect(page.getByTestId('day-totals')).toBeVisible()
    // The demo's café has purchases on most days.
    const chart = page.getByRole('slider', { name: words.hour })
    for (let day = 0; day < 7 && (await chart.count()) === 0; day += 1) {
      await page.getByRole('button', { name: words.previous }).click()
      await expect(page.getByTestId('day-totals')).toBeVisible()
    }
    await expect(page).toHaveURL(/\/reports(\?day=\d{4}-\d\d-\d\d)?$/)
    await expect(page.getByTestId('chosen-hour')).toContainText(language === 'am' ? '֏' : 'AMD')
    await expectToFitWithoutBarriers(page)

    // By keyboard, from the first hour to the last.
    await chart.focus()
    await page.keyboard.press('Home')
    const first = await page.getByTestId('chosen-hour').textContent()
    expect(await chart.getAttribute('aria-valuetext')).toBe(first)

    await page.goto(`/reports?day=${EMPTY_DAY}&lang=${language}`)
    await expect(page.getByText(words.emptyTitle, { exact: true })).toBeVisible()
    await expectToFitWithoutBarriers(page)
    await expect(chart).toHaveCount(0)
  })

  test(`the day report is printed with name and day, without controls, and both files arrive (${language})`, async ({
    page,
  }) => {
    await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
    await page.goto(`/reports?lang=${language}`)
    await expect(page.getByTestId('day-totals')).toBeVisible()
    for (const [name, type] of [
      [words.pdf, 'application/pdf'],
      [words.xlsx, 'application/vnd.openxmlformats'],
    ] as const) {
      const file = await page.request.get((await page.getByRole('link', { name }).getAttribute('href')) ?? '')
      expect([file.status(), file.headers()['content-type']?.startsWith(type)]).toEqual([200, true])
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByTestId('print-note')).toContainText('Կոֆե Տուն')
    await expect(page.getByTestId('day-totals')).toBeVisible()
    for (const control of await page.locator('main').locator('input, button, a').all())
      await expect(control).toBeHidden()
  })
}
