/** The wallet without a network. */
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'

test.use({ serviceWorkers: 'allow' })

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const language of ['am', 'en'] as const) {
  const { width } = LOOKS[language].viewport
  test(`offline a buyer sees the last balance with its time, her code with QR and the statement; nobody after her does (${language}, ${width})`, async ({
    page,
    context,
  }) => {
    const { offlineWallet, redeem, redemptions, common, header, signOut, signOutQuestion } = wordsOf(language)
    await page.setViewportSize({ width, height: 844 })
    const business = await cast.business(['2'])
    const buyer = await cast.buyer()
    await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 2_750,
    })
    await enter(context, buyer)
    await page.goto(`/dashboard?lang=${language}`)
    await page.getByRole('button', { name: redeem.buttonFor.replace('{{perk}}', 'Perk for 2') }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: redeem.go }).click()
    const dialog = page.getByRole('dialog')
    const code = (await dialog.locator('[data-qr]').getAttribute('data-qr'))!
    await dialog.getByRole('button', { name: common.close }).click()
    const left = language === 'am' ? '3,5' : '3.5'
    await expect(page.getByTestId('total-points')).toHaveText(left)
    await page.goto(`/statement/${business.id}`)
    await expect(page.getByTestId('statement-balance')).toHaveText(left)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))

    await context.setOffline(true)
    await page.goto('/dashboard')
    await expect(page.getByText(offlineWallet.title)).toBeVisible()
    await expect(page.getByTestId('total-points')).toHaveText(left)
    await expectNoBarriers(page)
    await page.getByRole('button', { name: redemptions.showFor.replace('{{perk}}', 'Perk for 2') }).click()
    await expect(dialog.locator(`[data-qr="${code}"]`)).toBeVisible()
    await dialog.getByRole('button', { name: common.close }).click()
    await page.goto(`/statement/${business.id}`)
    await expect(page.getByTestId('statement-balance')).toHaveText(left)
    await expect(page.getByTestId('movements').getByRole('listitem')).toHaveCount(2)

    await context.setOffline(false)
    await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 500,
    })
    await page.goto('/dashboard')
    await expect(page.getByTestId('total-points')).toHaveText(language === 'am' ? '4,5' : '4.5')
    await expect(page.getByText(offlineWallet.title)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('hatik.wallet'))).toContain(code)
    if (width < 1024) await page.getByRole('button', { name: header.openMenu }).click()
    await page.getByRole('button', { name: signOut.button }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: signOutQuestion.go }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hatik.wallet'))).toBeNull()
  })
}
