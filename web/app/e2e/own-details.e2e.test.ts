import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import {
  another,
  linkTo,
  newAddress,
  newBuyer,
  setBusinessStatus,
  signIn,
} from '../../../infra/testing/browser/e2e-people.ts'
import { openCast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const NEW_PASSWORD = 'Another-horse-2'
const LANGUAGES: readonly Language[] = ['am', 'en']

for (const language of LANGUAGES) {
  const words = wordsOf(language)

  test(`own details: names, an address awaiting verification, and an ended session (${language}; R97, R101, C3, H20)`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const [email, next] = [newAddress('ani'), newAddress('next')]
    await newBuyer({ email, password: PASSWORD, language })
    await signIn(page, email, PASSWORD, language)
    await expect(page.getByTestId('buyer-code')).toBeVisible()
    await page.goto('/edit-profile')
    await page.locator('[name=firstName]').fill('')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.fields.fillAll)).toBeVisible()
    await expect(page.locator('[name=firstName]')).toBeFocused()
    await page.keyboard.type('Նարե')
    await page.locator('[name=phone]').fill('091 12 34 56')
    await page.locator('[name=email]').fill(next)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: words.confirmAct.title })).toBeVisible()
    await expect(page.locator('[name=password]')).toBeFocused()
    await expectNoBarriers(page)
    await page.keyboard.type('Wrong-horse-1')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.fields.wrong_current_password)).toBeVisible()
    await enterPassword(page, words)
    await expect(page.getByText(filled(words.profile.pendingText, { email: next }))).toBeVisible()
    await expect(page.locator('[name=email]')).toHaveValue(email)
    await expect(page.locator('[name=phone]')).toHaveValue('+37491123456')
    await page.reload()
    const saved = page.waitForResponse('**/api/auth/profile')
    await page.locator('[name=firstName]').press('Enter')
    expect(await (await saved).json()).toMatchObject({ email, pendingEmail: next })
    await expect(page.getByText(filled(words.profile.pendingText, { email: next }))).toBeVisible()
    await expectNoBarriers(page)

    const phone = await another(browser, baseURL)
    await signIn(phone, email, PASSWORD, language)
    await expect(phone.getByText('Նարե').first()).toBeVisible()
    await phone.goto('/edit-profile')
    await expect(phone.locator('[name=firstName]')).toHaveValue('Նարե')
    await phone.goto(await linkTo('/verify-email', next))
    await expect(
      phone.getByRole('heading', { name: filled(words.verifyEmail.redirectingTitle, { name: 'Նարե' }) }),
    ).toBeVisible()
    await phone.goto('/edit-profile')
    await expect(phone.locator('[name=email]')).toHaveValue(next)

    await test.step('another device is signed out from here, and says so on its open page', async () => {
      await page.reload()
      await page.locator('main li').getByRole('button', { name: words.sessions.end }).click()
      await expect(page.getByText(words.sessions.ended)).toBeVisible()
      await expect(page.locator('main li button')).toHaveCount(0)
      await phone.locator('[name=firstName]').fill('Անի')
      await phone.keyboard.press('Enter')
      await expect(phone.getByRole('heading', { name: words.profile.pleaseLogInTitle })).toBeVisible()
      await expectNoBarriers(phone)
    })
    await phone.context().close()
  })

  test(`a new password ends every session and leads to the sign-in after two seconds (${language}; R98, R158, R172, C7)`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const email = newAddress('ani')
    await newBuyer({ email, password: PASSWORD, language })
    const phone = await another(browser, baseURL)
    for (const one of [page, phone]) {
      await signIn(one, email, PASSWORD, language)
      await expect(one.getByTestId('buyer-code')).toBeVisible()
    }
    await page.goto('/edit-profile')
    await page.getByRole('button', { name: words.profile.changePassword }).click()
    await expect(page.locator('[name=currentPassword]')).toBeFocused()
    await expect(page.locator('[name=newPassword]')).toHaveAttribute('minlength', '6')
    await page.locator('[name=newPassword]').fill('Abc-12x')
    await page.locator('[name=confirmPassword]').fill('Abc-12x')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.fields.currentPassword)).toBeVisible()
    await expect(page.getByText(words.fields.passwordLength)).toBeVisible()
    await expectNoBarriers(page)
    for (const name of ['newPassword', 'confirmPassword']) await page.locator(`[name=${name}]`).fill(NEW_PASSWORD)
    await page.locator('[name=currentPassword]').fill('Wrong-horse-1')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.fields.wrong_current_password)).toBeVisible()
    await expect(page.locator('[name=currentPassword]')).toBeFocused()
    await page.locator('[name=currentPassword]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: words.profile.passwordChangedTitle })).toBeVisible()
    await expect(page).toHaveURL(/\/auth$/)
    expect((await page.request.get('/api/auth/me')).status()).toBe(401)
    expect((await phone.request.get('/api/auth/me')).status()).toBe(401)
    await phone.context().close()
  })

  test(`a buyer deletes the account after a question (${language}; R99, R100)`, async ({ page }) => {
    const email = newAddress('leaving')
    await newBuyer({ email, password: PASSWORD, language })
    await signIn(page, email, PASSWORD, language)
    await expect(page.getByTestId('buyer-code')).toBeVisible()
    await page.goto('/edit-profile')
    await page.getByRole('button', { name: words.deletion.button }).click()
    await expect(page.getByRole('alertdialog')).toContainText(words.deletion.confirmBuyer)
    await expectNoBarriers(page)
    await page.getByRole('button', { name: words.wayBack.keep }).click()
    await page.getByRole('button', { name: words.deletion.button }).click()
    await page.getByRole('button', { name: words.deletion.go }).click()
    await enterPassword(page, words)
    await expect(page).toHaveURL(/\/$/)
    expect(await page.evaluate(() => localStorage.getItem('hatik.user'))).toBeNull()
    await signIn(page, email, PASSWORD, language)
    await expect(page.getByText(words.errors.invalid_credentials)).toBeVisible()
  })

  test(`an expired business deletes its account from the billing page, and is at the home page (${language}; C1, H25, R99)`, async ({
    page,
  }) => {
    const cast = await openCast()
    const cafe = await cast.business()
    await setBusinessStatus(cafe.email, 'trial_expired')
    await signIn(page, cafe.email, PASSWORD, language)
    await expect(page).toHaveURL(/\/billing$/)
    await page.getByRole('button', { name: words.deletion.button }).click()
    await expect(page.getByRole('alertdialog')).toContainText(words.deletion.confirmBusiness)
    await expect(page.getByRole('alertdialog')).not.toContainText(words.deletion.yearComesBack)
    await expectNoBarriers(page)
    await page.getByRole('button', { name: words.deletion.go }).click()
    await enterPassword(page, words)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.locator('h1')).not.toHaveText(words.notFound.title)
    expect(
      await page.evaluate(() => [localStorage.getItem('hatik.user'), localStorage.getItem('hatik.trial-expired')]),
    ).toEqual([null, null])
    const { rows } = await cast.pool.query('SELECT status FROM business_profiles WHERE user_id = $1', [cafe.id])
    await cast.close()
    expect(rows).toEqual([{ status: 'closed' }])
  })
}
