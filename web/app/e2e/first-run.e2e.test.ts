/** The wallet of a buyer who has nothing yet. */
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const language of ['am', 'en'] as const) {
  const { width } = LOOKS[language].viewport
  test(`a new buyer sees three steps and businesses to try, and the wallet once points arrive (${language}, ${width})`, async ({
    page,
  }) => {
    const { firstRun, redeem, points, redemptions } = wordsOf(language)
    await page.setViewportSize({ width, height: 844 })
    const [business, buyer] = [await cast.business(['2']), await cast.buyer()]
    await enter(page.context(), buyer)
    const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/live')
    await page.goto(`/dashboard?lang=${language}`)
    await live
    await expect(page.getByTestId('first-run').getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('region', { name: firstRun.places }).getByRole('article')).toHaveCount(4)
    for (const title of [redeem.title, points.byBusiness, redemptions.title])
      await expect(page.getByRole('region', { name: title })).toHaveCount(0)
    await expectNoBarriers(page)

    await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 2_000,
    })
    await expect(page.getByRole('region', { name: redeem.title })).toBeVisible()
    await expect(page.getByTestId('first-run')).toHaveCount(0)
  })
}
