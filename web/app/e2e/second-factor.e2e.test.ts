/** Two-step sign-in of an administrator (decision 55). */
import type { Page } from '@playwright/test'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'
import { codeOf } from '../../../infra/testing/people/authenticator.ts'
import { PASSWORD } from '../../../infra/testing/servers/test-product.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

/** Ends the session and signs in with the password alone. */
async function signInAgain(page: Page, words: Words, language: string, email: string): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/hatik?lang=${language}`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: words.admin.signIn }).click()
  await expect(page.getByRole('heading', { name: words.secondFactor.title })).toBeVisible()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator('[name=code]').fill(code)
  await page.keyboard.press('Enter')
}

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)

  test(`an administrator turns two-step sign-in on, signs in with codes, and turns it off (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const admin = await cast.admin()
    await enter(page.context(), admin)
    let secret = ''
    let [recoveryCode, another, unusedCode] = ['', '', '']

    await test.step('set up with the password and the code of the app', async () => {
      await page.goto(`/edit-profile?lang=${language}`)
      await page.getByRole('button', { name: words.secondFactor.setUpApp }).click()
      await enterPassword(page, words)
      await expect(page.getByRole('img', { name: words.secondFactor.qrLabel })).toBeVisible()
      await expectNoBarriers(page)
      secret = ((await page.getByTestId('app-secret').textContent()) ?? '').replaceAll(' ', '')
      await enterCode(page, '12345')
      await expect(page.getByText(words.secondFactor.appDigits)).toBeVisible()
      await enterCode(page, codeOf(secret, 9))
      await expect(page.getByText(words.dashboardErrors.wrong_second_factor)).toBeVisible()
      await enterCode(page, codeOf(secret))
    })

    await test.step('the recovery codes can be saved', async () => {
      await expect(page.getByRole('heading', { name: words.secondFactor.codesTitle })).toBeFocused()
      await expectNoBarriers(page)
      const codes = page.getByRole('listitem').filter({ hasText: /^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/ })
      await expect(codes).toHaveCount(10)
      recoveryCode = (await codes.first().textContent()) ?? ''
      another = (await codes.nth(1).textContent()) ?? ''
      unusedCode = (await codes.last().textContent()) ?? ''
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: words.secondFactor.download }).click()
      expect((await saving).suggestedFilename()).toBe('hatik-recovery-codes.txt')
      await page.getByRole('button', { name: words.secondFactor.codesDone }).click()
      await expect(page.getByText(filled(words.secondFactor.codesLeft_other, { count: '10' }))).toBeVisible()
      await expectNoBarriers(page)
    })

    await test.step('the password alone leads to the code from every page, and a wrong one is refused', async () => {
      await signInAgain(page, words, language, admin.email)
      await expectNoBarriers(page)
      await enterCode(page, '12345')
      await expect(page.getByText(words.secondFactor.codeShape)).toBeVisible()
      await page.goto('/admin/dashboard/users')
      await expect(page).toHaveURL(/\/hatik$/)
      await page.goto('/edit-profile')
      await expect(page).toHaveURL(/\/hatik$/)
      await enterCode(page, codeOf(secret, 9))
      await expect(page.getByText(words.dashboardErrors.wrong_second_factor)).toBeVisible()
      await expect(page.locator('[name=code]')).toBeFocused()
      await enterCode(page, codeOf(secret, 1))
      await expect(page.getByRole('heading', { level: 1, name: words.admin.tabs.overview })).toBeVisible()
    })

    await test.step('a recovery code signs in once', async () => {
      await signInAgain(page, words, language, admin.email)
      await enterCode(page, recoveryCode.toLowerCase())
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
      await signInAgain(page, words, language, admin.email)
      await enterCode(page, recoveryCode)
      await expect(page.getByText(words.dashboardErrors.wrong_second_factor)).toBeVisible()
      await enterCode(page, another)
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
    })

    await test.step('turned off with a recovery code and the password', async () => {
      await page.goto('/edit-profile')
      await expect(page.getByText(filled(words.secondFactor.codesLeft_other, { count: '8' }))).toBeVisible()
      await page.getByRole('button', { name: words.secondFactor.turnOff }).click()
      const dialog = page.getByRole('dialog', { name: words.secondFactor.turnOffTitle })
      await expect(dialog).toBeVisible()
      await expectNoBarriers(page)
      await dialog.locator('[name=code]').fill(unusedCode)
      await page.keyboard.press('Enter')
      await enterPassword(page, words)
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('button', { name: words.secondFactor.setUpApp })).toBeVisible()
    })
  })
}
