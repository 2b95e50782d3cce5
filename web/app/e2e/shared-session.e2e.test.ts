/** Several pages of one browser. */
import type { Page } from '@playwright/test'
import { afterRender, expect, test } from '../../../infra/testing/browser/e2e.ts'
import { linkTo, setBusinessStatus, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { beginVisit, enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { callAndRotate } from '../../../infra/testing/people/staff.ts'
import { PASSWORD } from '../../../infra/testing/servers/test-product.ts'

const words = wordsOf('en')

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.signOut.button }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.signOutQuestion.go }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hatik.user'))).toBeNull()
}

test('a page follows a sign-out and sign-in on another page, without being touched (H17, R148)', async ({
  page,
  context,
}) => {
  const [ani, davit] = [await cast.buyer(), await cast.buyer()]
  await signIn(page, ani.email, PASSWORD, 'en')
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  await page.goto('/edit-profile')
  await expect(page.locator('[name=email]')).toHaveValue(ani.email)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await signOut(other)
  await expect(page.getByRole('heading', { name: words.profile.pleaseLogInTitle })).toBeVisible()
  await signIn(other, davit.email, PASSWORD, 'en')
  await expect(page.locator('[name=email]')).toHaveValue(davit.email)
})

test("resetting one account's password signs out no other user of this browser", async ({ page }) => {
  const [ani, davit] = [await cast.buyer(), await cast.buyer()]
  await ani.send('POST', '/api/auth/forgot-password', { email: davit.email, language: 'en' })
  const link = await linkTo('/reset-password', davit.email)
  await signIn(page, ani.email, PASSWORD, 'en')
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  await page.goto(link)
  for (const name of ['password', 'confirmPassword']) await page.locator(`[name=${name}]`).fill('New-horse-22')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.reset.doneTitle })).toBeFocused()
  await afterRender(page)
  await expect(page.getByRole('banner').getByRole('button', { name: words.signOut.button })).toBeVisible()
})

test("a suspended business's billing does not end the visit there, even before the page knows of the visit (H29, H31)", async ({
  page,
  context,
}) => {
  const [admin, business] = [await cast.admin(), await cast.business()]
  await setBusinessStatus(business.email, 'suspended')
  const began = await callAndRotate(admin, '/api/admin/impersonation/start', {
    userId: business.id,
    reason: 'They ask why they are suspended',
  })
  expect(began.status).toBe(200)
  await enter(context, admin)
  // The page's request is refused before it knows of the visit.
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/invoices'))
  await page.route('**/api/admin/impersonation/status', async (route) => {
    await refused
    await afterRender(page)
    await route.continue()
  })
  await page.goto('/dashboard?lang=en')
  await page.locator('a[href="/billing"]').first().click()
  expect((await refused).status()).toBe(403)
  await expect(page.getByTestId('visit-banner')).toBeVisible()
  await expect(page.locator('[name=password]')).toHaveCount(0)
})

test('a page knows of a visit started, and left, on another page (H31, R205)', async ({ page, context }) => {
  const [admin, business] = [await cast.admin(), await cast.business()]
  await enter(context, admin)
  await page.goto('/admin/dashboard?lang=en')
  await expect(page.getByRole('heading', { level: 1, name: words.admin.tabs.overview })).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('banner').getByRole('button', { name: words.signOut.button })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/time-travel/${business.id}?lang=en`)
  await beginVisit(other, words, 'They cannot find an award of yesterday')
  await expect(other.getByTestId('visit-banner')).toBeVisible()
  await expect(page.getByTestId('visit-banner')).toContainText(business.businessName)
  // And the pages do not notify each other endlessly.
  let asked = 0
  context.on(
    'request',
    (request) => /\/api\/(auth\/me|admin\/impersonation\/status)$/.test(request.url()) && (asked += 1),
  )
  await other.getByTestId('visit-banner').getByRole('button', { name: words.visit.exit }).click()
  await expect(other).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByTestId('visit-banner')).toHaveCount(0)
  expect(asked).toBeLessThanOrEqual(16)
})
