/** From a shop's poster to the first points, on a phone (decision 51). */
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { linkTo, newAddress, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const PHONE = { width: 390, height: 844 }

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const language of ['am', 'en'] as const) {
  test(`a newcomer joins at a shop's page, has a code at once, and finds the points once the address is verified (${language})`, async ({
    page,
  }) => {
    const words = wordsOf(language)
    const business = await cast.business(['2'])
    const shop = `/business/business-${business.id}`
    const email = newAddress('newcomer')
    const dialog = page.getByRole('dialog')
    await page.setViewportSize(PHONE)
    await page.goto(`/join/business-${business.id}?lang=${language}`)

    await test.step('the page names the shop above the fields of the sign-up', async () => {
      await expect(page.getByRole('heading', { level: 1, name: words.join.title })).toBeVisible()
      await expect(page.getByText(`Business ${business.id}`)).toBeVisible()
      await expect(page.locator('[name=confirmPassword]')).toBeVisible()
      await expectToFitWithoutBarriers(page)
      for (const [name, value] of [
        ['firstName', 'Անի'],
        ['lastName', 'Գնորդ'],
        ['email', email],
        ['password', PASSWORD],
        ['confirmPassword', PASSWORD],
      ] as const)
        await page.locator(`[name=${name}]`).fill(value)
      await page.keyboard.press('Enter')
    })

    let code = ''
    await test.step('the code opens on the whole screen, at the shop', async () => {
      await expect(page).toHaveURL(new RegExp(`${shop}$`))
      await expect(dialog).toBeVisible()
      code = (await dialog.locator('[data-qr]').getAttribute('data-qr')) ?? ''
      expect(code).toMatch(/^[A-Z]{2}\d{4}$/)
      await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE })
      await dialog.getByRole('button', { name: words.common.close }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(words.buyerCard.unverified)).toBeVisible()
      await expectToFitWithoutBarriers(page)
    })

    await test.step('points come in, and the poster leads back to the code', async () => {
      const awarded = await business.write('POST', `/api/business/${business.id}/award-points`, {
        buyerId: code,
        amountSpent: 2_750,
      })
      expect(awarded.status).toBe(200)
      await page.goto(`/join/business-${business.id}`)
      await expect(page).toHaveURL(new RegExp(`${shop}$`))
      await expect(page.locator(`[role=dialog] [data-qr=${code}]`)).toBeVisible()
    })

    await test.step('the dashboard waits for the verified address, and shows the code meanwhile', async () => {
      await signIn(page, email, PASSWORD, language)
      await expect(page.getByText(words.errors.email_unverified).first()).toBeVisible()
      await expect(page.getByTestId('buyer-code')).toContainText(code.slice(0, 2))
      await page.goto(await linkTo('/verify-email', email))
      await expect(
        page.getByRole('heading', { name: filled(words.verifyEmail.redirectingTitle, { name: 'Անի' }) }),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(page.getByTestId('total-points')).toContainText(language === 'am' ? '5,5' : '5.5')
      await expect(page.getByText(words.buyerCard.unverified)).toHaveCount(0)
    })
  })
}
