import type { Page } from '@playwright/test'
import { headOf } from '#contracts/pages/page-metadata.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers, expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { another, linkTo, newAddress, newBuyer, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const NEW_PASSWORD = 'Another-horse-2'
const LANGUAGES: readonly Language[] = ['am', 'en']

/** The page's writes from now on. */
function writesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname))
  return sent
}

for (const language of LANGUAGES) {
  const words = wordsOf(language)

  test(`a visitor signs up by keyboard, requests the link again, opens it and is at her dashboard (${language}; R44-R50, R122, R123, R208)`, async ({
    page,
  }) => {
    const email = newAddress('ani')
    const sent = writesOf(page)
    await page.goto(`/auth?signup=true&lang=${language}`)
    await expect(page).toHaveTitle(headOf('/auth', new URLSearchParams('signup=true'), language).title)
    await expect(page.locator('[name=firstName]')).toBeFocused()

    await test.step('nothing is sent while a field is wrong, and the first error has the focus', async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByText(words.fields.firstName)).toBeVisible()
      await expect(page.locator('[name=firstName]')).toBeFocused()
      await page.keyboard.type('Անի')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Գնորդ')
      await page.keyboard.press('Tab')
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('list', { name: words.password.checklist })).toHaveCount(0)
      await page.keyboard.type('correct')
      const checklist = page.getByRole('list', { name: words.password.checklist })
      await expect(checklist.getByRole('listitem')).toHaveCount(5)
      await expect(checklist.locator('[data-met=true]')).toHaveText([new RegExp(words.password.lowercase)])
      await page.locator('[name=password]').fill(PASSWORD)
      await expect(checklist.locator('[data-met=true]')).toHaveCount(5)
      await page.locator('[name=confirmPassword]').fill('Other-horse-1')
      await page.keyboard.press('Enter')
      await expect(page.getByText(words.fields.passwordsDiffer)).toBeVisible()
      await expect(page.locator('[name=confirmPassword]')).toBeFocused()
      expect(sent).toEqual([])
      await expectNoBarriers(page)
    })

    await test.step('the sign-in says where the mail went', async () => {
      await page.locator('[name=confirmPassword]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/auth$/)
      await expect(page).toHaveTitle(headOf('/auth', new URLSearchParams(), language).title)
      await expect(page.getByText(filled(words.checkEmail.text, { email })).first()).toBeVisible()
      expect(sent).toEqual(['/api/auth/signup'])
      await expect(page.getByTestId('buyer-code')).toHaveText(/^[A-Z]{2}/)
      await expect(page.getByText(words.buyerCard.unverified)).toBeVisible()
    })

    await test.step('without the link there is no way in, but a way out (R207)', async () => {
      await signIn(page, email, PASSWORD, language)
      await expect(page.getByText(words.errors.email_unverified).first()).toBeVisible()
      await linkTo('/verify-email', email)
      await page.getByRole('button', { name: words.resend.button }).click()
      await expect(page.getByText(words.resend.done)).toBeVisible()
    })

    await test.step('the newest link leads to the dashboard after two seconds', async () => {
      await page.goto(await linkTo('/verify-email', email, 2))
      await expect(
        page.getByRole('heading', { name: filled(words.verifyEmail.redirectingTitle, { name: 'Անի' }) }),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(page.getByTestId('buyer-code')).toBeVisible()
      expect(
        await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('hatik.user') ?? '{}') as object).sort()),
      ).toEqual(['buyerId', 'email', 'firstName', 'id', 'language', 'lastName', 'phone', 'role'])
    })
  })

  test(`a taken address and a wrong password are reported in ${language} (R207-R209)`, async ({ page }) => {
    await page.goto(`/auth?signup=true&lang=${language}`)
    for (const [name, value] of [
      ['firstName', 'Ani'],
      ['lastName', 'X'],
      ['email', 'ani@hatik.test'],
      ['password', PASSWORD],
      ['confirmPassword', PASSWORD],
    ] as const) {
      await page.locator(`[name=${name}]`).fill(value)
    }
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.errors.user_exists).first()).toBeVisible()
    await expect(page.locator('[name=email]')).toBeFocused()
    await signIn(page, newAddress('nobody'), PASSWORD, language)
    await expect(page.getByText(words.errors.invalid_credentials)).toBeVisible()
  })

  test(`a forgotten password: the link, a new password, and the spent link (${language}; R126-R128, R173, R174)`, async ({
    page,
  }) => {
    const email = newAddress('forgetful')
    await newBuyer({ email, password: PASSWORD, language })
    await page.goto(`/auth?lang=${language}`)
    await page.getByRole('link', { name: words.signIn.forgot }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
    await expect(page.locator('[name=email]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words.fields.emailRequired })).toBeVisible()
    await page.keyboard.type('ani@')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.fields.invalidEmail)).toBeVisible()
    const unknown = newAddress('unknown')
    await page.locator('[name=email]').fill(unknown)
    await page.keyboard.press('Enter')
    await expect(page.getByText(filled(words.forgot.sentText, { email: unknown }))).toBeVisible()
    await expectNoBarriers(page)
    await page.getByRole('button', { name: words.forgot.again }).click()
    await page.locator('[name=email]').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(filled(words.forgot.sentText, { email }))).toBeVisible()

    const link = await linkTo('/reset-password', email)
    await page.goto(link)
    await page.getByRole('button', { name: words.mailedLink.button }).click()
    await expect(page).toHaveURL(/\/auth$/)
    await signIn(page, email, PASSWORD, language)
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${link}&lang=${language}`)
    await expect(page.locator('[name=password]')).toBeFocused()
    await page.keyboard.type('Short-1')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.fields.passwordLength)).toBeVisible()
    await expectNoBarriers(page)
    await page.locator('[name=password]').fill(NEW_PASSWORD)
    await page.locator('[name=confirmPassword]').fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: words.reset.doneTitle })).toBeFocused()
    await signIn(page, email, NEW_PASSWORD, language)
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.goto(link)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('[name=confirmPassword]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: words.reset.invalidTitle })).toBeVisible()
    await expect(page.getByRole('main').locator('a[href="/forgot-password"]')).toBeVisible()
    await expect(page.getByRole('main').locator('a[href="/auth"]')).toBeVisible()
  })

  test(`the account pages have no barriers in the dark on a phone, which the route walk skips, and fit 360 px (${language})`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    for (const address of [
      '/auth',
      '/auth?signup=true',
      '/forgot-password',
      '/reset-password',
      '/reset-password?token=x',
      '/verify-email',
      '/business-registration',
    ]) {
      await page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${language}`)
      await expectToFitWithoutBarriers(page)
    }
  })
}

test('a new password whose reply is lost is reported as done, because the browser retries', async ({ page }) => {
  const [email, words] = [newAddress('lost'), wordsOf('en')]
  await newBuyer({ email, password: PASSWORD, language: 'en' })
  await page.request.post('/api/auth/forgot-password', { data: { email } })
  await page.goto(`${await linkTo('/reset-password', email)}&lang=en`)
  let lost = 0
  await page.route('**/api/auth/reset-password', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.locator('[name=password]').fill(NEW_PASSWORD)
  await page.locator('[name=confirmPassword]').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.reset.doneTitle })).toBeFocused()
  expect(lost).toBe(1)
})

test('a verification opened twice stays a success; an unknown one offers the sign-in and contact (R124, R125, R217)', async ({
  page,
  browser,
  baseURL,
}) => {
  const words = wordsOf('en')
  const email = newAddress('twice')
  await newBuyer({ email, password: PASSWORD, language: 'en' })
  const link = await linkTo('/verify-email', email)
  for (const _ of [1, 2]) {
    const visitor = await another(browser, baseURL)
    await visitor.goto(`${link}&lang=en`)
    await expect(visitor.locator('h1')).toHaveText(
      new RegExp(`${words.verifyEmail.successTitle}|${filled(words.verifyEmail.redirectingTitle, { name: 'Անի' })}`),
    )
    await visitor.context().close()
  }
  await page.goto('/verify-email?token=unknown&lang=en')
  await expect(page.getByText('Verification failed. Please try again.')).toBeVisible()
  await expect(page.getByRole('main').locator('a[href="/auth"]')).toBeVisible()
  await expect(page.getByRole('main').locator('a[href="/contact"]')).toBeVisible()
  await page.goto('/verify-email')
  await expect(page.getByText('Invalid verification link. Please check your email for the correct link.')).toBeVisible()
  await page.route('**/api/auth/verify-email*', (route) => route.abort())
  await page.goto('/verify-email?token=unknown')
  await expect(page.getByText('Network error occurred. Please try again.')).toBeVisible()
})

test('without a session there is no profile; a corrupt saved user does not hide an existing session (R13, R146)', async ({
  page,
}) => {
  await page.goto('/edit-profile?lang=en')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await signIn(page, 'davit@hatik.test', 'Hatik-demo-1', 'en')
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  for (const corrupt of ['{corrupt', '{"id":"seven"}', 'null']) {
    await page.evaluate((text) => localStorage.setItem('hatik.user', text), corrupt)
    await page.goto('/edit-profile')
    await expect(page.locator('[name=email]')).toHaveValue('davit@hatik.test')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('hatik.user') ?? '{}') as unknown)).toMatchObject({
      email: 'davit@hatik.test',
    })
  }
})

test('a signed-in user does not stay at the sign-in (R49), and the fields tell browsers what to fill in', async ({
  page,
}) => {
  const fills = async (): Promise<Record<string, string | null>> =>
    Object.fromEntries(
      await page
        .locator('main [name]')
        .evaluateAll((all) => all.map((one) => [one.getAttribute('name'), one.getAttribute('autocomplete')])),
    )
  await page.goto('/auth?signup=true')
  await expect(page.locator('[name=email]')).toBeVisible()
  expect(await fills()).toEqual({
    firstName: 'given-name',
    lastName: 'family-name',
    email: 'email',
    password: 'new-password',
    confirmPassword: 'new-password',
  })
  await page.goto('/business-registration')
  await expect(page.locator('[name=email]')).toBeVisible()
  expect(await fills()).toMatchObject({
    firstName: 'given-name',
    email: 'email',
    phone: 'tel',
    password: 'new-password',
    businessName: 'organization',
    website: 'url',
  })
  await page.goto('/auth')
  await expect(page.locator('[name=email]')).toBeVisible()
  expect(await fills()).toEqual({ email: 'username', password: 'current-password' })
  await signIn(page, 'ani@hatik.test', 'Hatik-demo-1', 'en')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/dashboard$/)
})
