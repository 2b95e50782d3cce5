/** Pages opened without a network, once this browser has been signed in. */
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

test.use({ serviceWorkers: 'allow' })

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const language of ['am', 'en'] as const) {
  test(`without a network every page opens with the product's own words, and the dashboard with the code (${language})`, async ({
    page,
    context,
  }) => {
    const { trouble, header } = wordsOf(language)
    const buyer = await cast.buyer()
    await enter(context, buyer)
    await page.goto(`/dashboard?lang=${language}`)
    await expect(page.getByTestId('buyer-code')).toBeVisible()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    for (const path of ['/', '/pricing', '/business/kofe-tun', '/edit-profile']) {
      await page.goto(path)
      await expect(page.getByText(trouble.connectionTitle)).toBeVisible()
    }
    await page.getByRole('link', { name: header.dashboard }).last().click()
    await expect(page.getByTestId('buyer-code')).toBeVisible()
  })
}
