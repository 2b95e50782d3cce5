/** Toasts on a phone (R32, R227). */
import type { Locator } from '@playwright/test'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { beginVisit, enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())
test.use({ viewport: { width: 360, height: 740 } })

/** Even while one replaces the other. */
async function expectApart(message: Locator, dialog: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [one, other] = await Promise.all([message.boundingBox(), dialog.boundingBox()])
      return (
        one &&
        other &&
        (one.y + one.height <= other.y || other.y + other.height <= one.y) &&
        other.y >= 0 &&
        other.y + other.height <= 740
      )
    })
    .toBe(true)
}

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)

  test(`a toast over a dialog covers none of it (${language})`, async ({ page }) => {
    await enter(page.context(), await cast.business())
    await page.goto(`/dashboard?lang=${language}`)
    await page.route('**/perks', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: words.perks.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[name=name]').fill('Գաթա')
    await dialog.locator('[name=description]').fill('Տաք')
    await dialog.locator('input[name=pointsRequired]').fill('2')
    const message = page.locator('[data-sonner-toast]')
    const sendAndFail = async (): Promise<void> => {
      await dialog.locator('input[name=pointsRequired]').press('Enter')
      await expect(message).toContainText(words.perks.createFailed)
    }
    await sendAndFail()
    await expectApart(message, dialog)

    // Dismissing the toast leaves the dialog unchanged.
    await message.getByRole('button', { name: words.common.dismiss }).click()
    await expect(message).toHaveCount(0, { timeout: 2_000 })
    await expect(dialog.locator('input[name=name]')).toHaveValue('Գաթա')

    // A fresh toast, because it goes by itself while the page is examined.
    await sendAndFail()
    await expectNoBarriers(page)
  })

  test(`during a visit a refusal's toast gives way to the dialog it asks for, and ends once that has helped (${language})`, async ({
    page,
  }) => {
    const [admin, business] = [await cast.admin(), await cast.business(['1'])]
    await enter(page.context(), admin)
    await page.goto(`/time-travel/${business.id}?lang=${language}`)
    await beginVisit(page, words, 'Օգնում ենք գտնել երեկվա շնորհումը')
    await page.getByRole('link', { name: words.travel.toDashboard }).click()
    const removePerk = async (): Promise<void> => {
      await page.getByRole('button', { name: filled(words.perks.deleteFor, { perk: 'Perk for 1' }) }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.perks.delete }).click()
    }
    // On a phone the perks are folded.
    await page.getByRole('button', { name: words.perks.title, exact: true }).click()
    await removePerk()
    const message = page.locator('[data-sonner-toast]')
    await expect(message).toContainText(words.dashboardErrors.visit_read_only)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.getByTestId('visit-banner').getByRole('button', { name: words.visit.act }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await expect(message).toHaveCount(0, { timeout: 2_000 })
    await question.getByRole('button', { name: words.visit.actGo }).click()
    await expect(page.getByTestId('visit-banner')).toContainText(words.visit.acting)
    await removePerk()
    await expect(message).toContainText(filled(words.perks.deleted, { perk: 'Perk for 1' }))
    await expect(page.getByText(words.dashboardErrors.visit_read_only)).toHaveCount(0, { timeout: 2_000 })
  })

  test(`the perk to hand over is visible at once (${language})`, async ({ page }) => {
    await enter(page.context(), await cast.business())
    await page.goto(`/dashboard?lang=${language}`)
    const verified = {
      redemptionId: 'r',
      perk: { name: 'Սուրճ և գաթա', pointsRequired: '3.0' },
      buyer: { buyerId: 'KH0001' },
      message: '',
    }
    const unused = { ...verified, state: 'pending', createdAt: '2026-11-20T12:00:00.000Z', usedAt: null }
    await page.route('**/redemptions/*', (route) => route.fulfill({ json: unused }))
    await page.route('**/verify-redemption', (route) => route.fulfill({ json: verified }))
    await page.locator('input[name=redemptionCode]').fill('K7MNP2QR')
    await page.locator('input[name=redemptionCode]').press('Enter')
    await expect(page.getByTestId('verify-preview')).toBeInViewport({ ratio: 1 })
    await page.locator('input[name=redemptionCode]').press('Enter')
    await expect(page.getByTestId('verify-result')).toBeInViewport({ ratio: 1 })
    await expect(page.locator('input[name=redemptionCode]')).toBeInViewport({ ratio: 1 })
  })
}
