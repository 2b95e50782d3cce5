import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const inYerevan = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Yerevan' }).format(moment)

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const language of ['am', 'en'] as const) {
  test(`yesterday's balance differs by clock after an offline award recorded today (${language})`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language)
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    const own = async (who: typeof buyer | typeof business) => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      await enter(context, who)
      return context.newPage()
    }
    const made = new Date(Date.now() - DAY_MS)

    const counter = await own(business)
    const timeKnown = counter.waitForResponse('**/api/health')
    await counter.goto(`/dashboard?lang=${language}`)
    await timeKnown
    await expect(counter.locator('input[name=buyerId]')).toBeVisible()
    // The counter has been offline since yesterday.
    await counter.context().setOffline(true)
    await counter.clock.setFixedTime(made)
    await counter.locator('input[name=buyerId]').fill(buyer.code)
    await counter.locator('input[name=amountSpent]').fill('1500')
    await counter.keyboard.press('Enter')
    const waiting = counter.getByTestId('waiting-awards').locator('li')
    await expect(waiting).toHaveCount(1)
    await counter.clock.setSystemTime(new Date())
    await counter.context().setOffline(false)
    await expect(waiting).toHaveCount(0)

    const page = await own(buyer)
    await page.goto(`/statement/${business.id}?lang=${language}`)
    await expect(page.getByTestId('statement-balance')).toContainText('3')
    const figures = page.getByTestId('balance-as-of').locator('dd')
    await page.locator('input[name=day]').fill(inYerevan(made))
    await expect(figures).toHaveText(['3', '0'])
    await expect(page.getByText(words.statement.asOfDiffer)).toBeVisible()
    await expectNoBarriers(page)
    await page.locator('input[name=day]').fill(inYerevan(new Date()))
    await expect(figures).toHaveText(['3', '3'])
    await expect(page.getByText(words.statement.asOfSame)).toBeVisible()

    await test.step("yesterday's period has the award on one clock only", async () => {
      await page.locator('input[name=from]').fill(inYerevan(made))
      await page.locator('input[name=to]').fill(inYerevan(made))
      await page.locator('input[name=clock][value=recorded]').check()
      await expect(page.getByText(words.statement.emptyTitle)).toBeVisible()
      await page.locator('input[name=clock][value=happened]').check()
      await expect(page.getByTestId('movements').getByRole('listitem')).toHaveCount(1)
    })
    await Promise.all([counter, page].map((each) => each.context().close()))
  })
}
