/** A verification link in a browser that did not sign up. */
import type { Language } from '#contracts/calls/account/session.ts'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import {
  linkTo,
  newAddress,
  signIn,
  signUpElsewhere,
  verifyElsewhere,
} from '../../../infra/testing/browser/e2e-people.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const [FIRST, NEW] = ['Correct-horse-1', 'Another-horse-2']
const SIZES = { am: { width: 390, height: 844 }, en: { width: 1280, height: 800 } }

/** Unknown to the test's own browser. */
async function signedUp(language: Language): Promise<string> {
  const email = newAddress('elsewhere')
  await signUpElsewhere({ email, password: FIRST, language })
  return email
}

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)
  const { verifyPassword: texts } = words

  test(`a link in another browser asks for the password, by keyboard, and signs in (${language})`, async ({ page }) => {
    await page.setViewportSize(SIZES[language])
    const email = await signedUp(language)
    await page.goto(`${await linkTo('/verify-email', email)}&lang=${language}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(texts.title)
    await expect(heading).toBeFocused()
    await expectToFitWithoutBarriers(page)

    await page.keyboard.press('Tab')
    await expect(page.locator('[name=password]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words.fields.fillAll })).toBeVisible()
    await page.keyboard.type('Wrong-horse-9')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words.fields.signUpPassword })).toBeVisible()
    await expect(page.locator('[name=password]')).toBeFocused()
    await expectToFitWithoutBarriers(page)

    await page.locator('[name=password]').fill(FIRST)
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText(filled(words.verifyEmail.redirectingTitle, { name: 'Անի' }))
    await page.waitForURL(/\/dashboard$/)
    await expect(page.getByTestId('buyer-code')).toBeVisible()
  })

  test(`someone who does not know that password chooses a new one, which replaces it (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize(SIZES[language])
    const email = await signedUp(language)
    await page.goto(`${await linkTo('/verify-email', email)}&lang=${language}`)
    await page.getByRole('button', { name: texts.choose }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(texts.newTitle)
    await expect(heading).toBeFocused()
    await page.locator('[name=newPassword]').fill(NEW)
    await page.locator('[name=confirmPassword]').fill('Other-horse-1')
    await page.getByRole('button', { name: texts.newSubmit }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.fields.passwordsDiffer })).toBeVisible()
    await expectToFitWithoutBarriers(page)
    await page.getByRole('button', { name: texts.back }).click()
    await expect(heading).toHaveText(texts.title)
    await page.getByRole('button', { name: texts.choose }).click()
    await page.locator('[name=newPassword]').fill(NEW)
    await page.locator('[name=confirmPassword]').fill(NEW)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard$/)

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await signIn(page, email, FIRST, language)
    await expect(page.getByText(words.errors.invalid_credentials)).toBeVisible()
    await signIn(page, email, NEW, language)
    await page.waitForURL(/\/dashboard$/)
  })
}

test('a link used meanwhile no longer asks: the page says that the address is verified', async ({ page }) => {
  const words = wordsOf('en')
  const link = await linkTo('/verify-email', await signedUp('en'))
  await page.goto(`${link}&lang=en`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.verifyPassword.title)
  await verifyElsewhere(link, FIRST)
  await page.locator('[name=password]').fill(FIRST)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.verifyEmail.successTitle)
})
