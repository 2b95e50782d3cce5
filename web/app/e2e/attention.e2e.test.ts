/** Unusual activity on the day report's page, and what the owner lets count as such. */
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

for (const [language, viewport] of [
  ['am', { width: 390, height: 844 }],
  ['en', { width: 390, height: 844 }],
  ['am', { width: 820, height: 1_180 }],
] as const) {
  test(`the owner sets what is unusual and sees it at once at ${viewport.width} px (${language})`, async ({
    page,
    context,
  }) => {
    const { attention: words } = wordsOf(language)
    const [business, buyer] = [await cast.business(['3.0']), await cast.buyer()]
    await enter(context, business)
    await page.setViewportSize(viewport)
    for (const amountSpent of [500, 700, 900])
      await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent })

    await page.goto(`/reports?lang=${language}`)
    await expect(page.getByText(words.none, { exact: true })).toBeVisible()
    await page.getByLabel(words.settings.watchHours).selectOption('watched')
    await expect(page.getByLabel(words.settings.closes)).toHaveValue('22:00')
    await page.getByLabel(words.settings.watchHours).selectOption('never')
    await expect(page.getByLabel(words.settings.closes)).toHaveCount(0)
    await page.getByLabel(words.settings.manyAwards, { exact: true }).selectOption('3')
    const remark = page.getByTestId('remarks').getByRole('listitem')
    await expect(remark).toHaveCount(1)
    await expect(remark).toContainText(words.kinds.many_awards)
    await expect(remark).toContainText(language === 'am' ? '2 100' : '2,100')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectToFitWithoutBarriers(page)
    }

    // Saved, and by keyboard to the buyer.
    await page.reload()
    await expect(page.getByLabel(words.settings.manyAwards, { exact: true })).toHaveValue('3')
    await remark.getByRole('link', { name: words.toBuyer }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/buyers/${buyer.code}$`))
  })
}
