/** From the registration to the limits of each status (C1). */
import type { Page } from '@playwright/test'
import { headOf } from '#contracts/pages/page-metadata.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { linkTo, newAddress, setBusinessStatus, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const MIB = 1024 * 1024

async function fillIn(page: Page, email: string): Promise<void> {
  const texts = {
    firstName: 'Մարիամ',
    lastName: 'Սրճարան',
    email,
    phone: '091 12 34 56',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    businessName: 'Կոֆե Տուն',
    description: 'Սուրճ և գաթա',
  }
  for (const [name, value] of Object.entries(texts)) await page.locator(`main [name=${name}]`).fill(value)
  await page.locator('[name=industry]').selectOption('Food & Beverage')
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)

  test(`a company registers, verifies, waits, works, and can only pay once its trial is over (${language}; R102-R106, R122, R147, R151, R153, R207, C1)`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const email = newAddress('cafe')

    await test.step('an empty form reports everything at once, and sends nothing', async () => {
      await page.goto(`/business-registration?lang=${language}`)
      await expect(page).toHaveTitle(headOf('/business-registration', new URLSearchParams(), language).title)
      await expect(page.locator('[name=industry] option')).toHaveCount(19)
      await expect(page.locator('[name=legalStatus] option')).toHaveCount(7)
      await expect(page.locator('[name=industry] option[value="Beauty & Wellness"]')).toHaveText(
        words.industries['Beauty & Wellness'],
      )
      await page.locator('[name=legalStatus]').selectOption('llc')
      await page.getByRole('button', { name: words.registration.submit }).click()
      const {
        firstName,
        lastName,
        validEmail,
        phoneRequired,
        passwordLength,
        confirmPassword,
        taxId,
        businessName,
        industry,
        description,
        linkRequired,
      } = words.fields
      for (const text of [
        firstName,
        lastName,
        validEmail,
        phoneRequired,
        passwordLength,
        confirmPassword,
        taxId,
        businessName,
        industry,
        description,
        linkRequired,
      ]) {
        await expect(page.locator('[id$=-error]').filter({ hasText: text })).toBeVisible()
      }
      await expect(page.locator('[name=firstName]')).toBeFocused()
      await expectNoBarriers(page)
    })

    await test.step('after the registration the sign-in says where the mail went', async () => {
      await fillIn(page, email)
      await page.locator('[name=taxId]').fill('123')
      await expect(page.getByText(words.registration.taxIdUnusual)).toBeVisible()
      await page.locator('[name=taxId]').fill('01234567')
      await page.locator('[name=instagramUrl]').fill('instagram.com/kofe-tun')
      await page.getByRole('button', { name: words.registration.submit }).click()
      await expect(page).toHaveURL(/\/auth$/)
      await expect(page.getByText(words.checkEmail.business)).toBeVisible()
      await expectNoBarriers(page)
    })

    await test.step('after the verification it waits for an administrator', async () => {
      await page.goto(await linkTo('/verify-email', email))
      await expect(page.getByRole('heading', { name: words.verifyEmail.pendingTitle })).toBeVisible()
      await expect(page.getByRole('link', { name: words.verifyEmail.home })).toBeVisible()
      await signIn(page, email, PASSWORD, language)
      await expect(page.getByRole('main').getByText(words.errors.pending_confirmation)).toBeVisible()
    })

    await test.step('after the approval it is at its dashboard', async () => {
      await setBusinessStatus(email, 'active')
      await signIn(page, email, PASSWORD, language)
      await expect(page.getByRole('heading', { name: 'Կոֆե Տուն' })).toBeVisible()
    })

    await test.step('its trial ends during a session: every page leads to /billing', async () => {
      await setBusinessStatus(email, 'trial_expired')
      for (const address of ['/dashboard', '/', '/edit-profile']) {
        await page.goto(address)
        await expect(page).toHaveURL(/\/billing$/)
      }
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.removeItem('hatik.user'))
    })

    await test.step('its sign-in is refused, but it may pay (C1)', async () => {
      await signIn(page, email, PASSWORD, language)
      await expect(page.getByText(words.errors.trial_expired).first()).toBeVisible()
      await expect(page).toHaveURL(/\/billing$/)
      await page.reload()
      await expect(page).toHaveURL(/\/billing$/)
      await expect(page.locator('h1')).not.toHaveText(words.notFound.title)
    })

    await test.step('after the payment it works again', async () => {
      await setBusinessStatus(email, 'active')
      // The stored flag says expired, but the page asks the server first.
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'Կոֆե Տուն' })).toBeVisible()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('hatik.trial-expired'))).toBeNull()
    })

    await test.step('a suspension shows on the open page with a sign-in, which gives the reason, too (H29)', async () => {
      await setBusinessStatus(email, 'suspended')
      await expect(page.locator('input[name=password]')).toBeVisible()
      await expect(page.getByText(words.errors.account_suspended)).toBeVisible()
      await page.goto('/dashboard')
      await expect(page.locator('input[name=password]')).toBeVisible()
      await signIn(page, email, PASSWORD, language)
      await expect(page.getByText(words.errors.account_suspended).first()).toBeVisible()
    })
  })

  test(`an individual provides an image under 3MB (${language}; R159, R162)`, async ({ page }) => {
    const email = newAddress('individual')
    await page.goto(`/business-registration?lang=${language}`)
    await fillIn(page, email)
    await page.locator('[name=website]').fill('kofe-tun.am')
    await page.locator('[name=legalStatus]').selectOption('individual')
    await expect(page.locator('[name=taxId]')).toHaveCount(0)
    const submit = page.getByRole('button', { name: words.registration.submit })
    await submit.click()
    await expect(page.getByText(words.fields.documentRequired)).toBeVisible()
    await expect(page.locator('[name=idDocument]')).toBeFocused()
    const document = page.locator('[name=idDocument]')
    await document.setInputFiles({ name: 'id.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await expect(page.getByText(words.fields.documentType)).toBeVisible()
    await document.setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: Buffer.alloc(3 * MIB) })
    await expect(page.getByText(words.fields.documentSize)).toBeVisible()
    await expectNoBarriers(page)
    // An image by name only: the server reports it beside the field.
    await document.setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await submit.click()
    await expect(page.getByRole('alert').filter({ hasText: words.fields.documentType })).toBeVisible()
    await document.setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: PIXEL })
    await submit.click()
    await expect(page).toHaveURL(/\/auth$/)
    await linkTo('/verify-email', email)
  })
}

test('cancelling a registration leads to the sign-in (R102); the danger zone of a business has its own words (R99)', async ({
  page,
}) => {
  const words = wordsOf('en')
  await page.goto('/business-registration?lang=en')
  await page.getByRole('link', { name: words.registration.cancel }).click()
  await expect(page).toHaveURL(/\/auth$/)
  // The registration has fields of the same names, so wait for the sign-in.
  await expect(page.getByRole('heading', { name: words.signIn.title })).toBeVisible()
  await page.locator('[name=email]').fill('books@hatik.test')
  await page.locator('[name=password]').fill('Hatik-demo-1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/edit-profile')
  await page.getByRole('button', { name: words.deletion.button }).click()
  await expect(page.getByRole('alertdialog')).toContainText(words.deletion.confirmBusiness)
  await page.getByRole('button', { name: words.wayBack.keep }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
