import { readFileSync } from 'node:fs'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

for (const language of ['am', 'en'] as const) {
  test(`a statement's file arrives under its name, and a failure is explained (${language})`, async ({
    page,
    context,
  }) => {
    const words = wordsOf(language)
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 5_000,
    })
    await enter(context, buyer)
    await page.goto(`/statement/${business.id}?lang=${language}`)
    await expect(page.getByTestId('statement-balance')).toHaveText('10')
    const pdf = page.getByRole('link', { name: words.statement.pdf, exact: true })

    const [file] = await Promise.all([page.waitForEvent('download'), pdf.click()])
    expect(file.suggestedFilename()).toMatch(/^hatik-.+\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    let downloads = 0
    page.on('download', () => (downloads += 1))
    await page.route('**/file?*', (route) =>
      route.fulfill({ status: 413, json: { code: 'too_large', message: 'Request is too large', requestId: 'none' } }),
    )
    await pdf.press('Enter')
    await expect(page.getByText(words.statement.tooLong)).toBeVisible()
    await expectNoBarriers(page)
    await page.unrouteAll()
    await page.route('**/file?*', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'too_many_attempts', message: 'Too many attempts', requestId: 'none' },
      }),
    )
    await pdf.click()
    await expect(page.getByText(words.errors.too_many_attempts)).toBeVisible()
    await page.unrouteAll()
    // A captive portal answers every request with its own page.
    await page.route('**/file?*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the hotel</h1>' }),
    )
    await pdf.click()
    await expect(page.getByText(words.errors.unreadable)).toBeVisible()
    await page.getByTestId('proof').locator('summary').click()
    await context.setOffline(true)
    await page.getByRole('link', { name: words.statement.proven, exact: true }).click()
    await expect(page.getByText(words.errors.network)).toBeVisible()
    expect(downloads).toBe(0)
  })
}
