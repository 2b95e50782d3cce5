/** Late replies do not overwrite newer ones. */
import type { Page } from '@playwright/test'
import type { FullProfile } from '#contracts/calls/profile.ts'
import { afterRender, expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import { another, linkTo, newAddress, newBuyer, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { enter, openCast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const ME = '**/api/auth/me'
const LATE_MS = 1_500

const emailSaved = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('hatik.user') ?? '{}') as { email?: string }).email)

/** Delays this address's replies, which `change` may modify. */
async function late(page: Page, address: string | RegExp, change: (answer: never) => void = () => {}): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const body = response.ok() ? ((await response.json()) as never) : undefined
    if (body !== undefined) change(body)
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    await route.fulfill(body === undefined ? { response } : { response, json: body }).catch(() => undefined)
  })
}

async function signedInBuyer(page: Page): Promise<string> {
  const email = newAddress('ani')
  await newBuyer({ email, password: PASSWORD, language: 'am' })
  await signIn(page, email, PASSWORD, 'am')
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  return email
}

async function atTheCounter(page: Page): Promise<void> {
  await signIn(page, 'cafe@hatik.test', 'Hatik-demo-1', 'am')
  await expect(page.locator('[name=buyerId]')).toBeVisible()
}

test('the profile follows a change on another device, and typed text stays (R97)', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await signedInBuyer(page)
  const phone = await another(browser, baseURL)
  await signIn(phone, email, PASSWORD, 'am')
  await expect(phone.getByTestId('buyer-code')).toBeVisible()
  await phone.goto('/edit-profile')
  await phone.locator('[name=firstName]').fill('Նարե')
  await phone.keyboard.press('Enter')
  await expect
    .poll(async () => ((await (await phone.request.get('/api/auth/me')).json()) as { firstName: string }).firstName)
    .toBe('Նարե')
  await phone.context().close()

  await late(page, ME)
  await page.goto('/edit-profile')
  await expect(page.locator('[name=firstName]')).toHaveValue('Անի')
  await page.locator('[name=phone]').fill('091 12 34 56')
  await expect(page.locator('[name=firstName]')).toHaveValue('Նարե')
  await expect(page.locator('[name=phone]')).toHaveValue('091 12 34 56')
})

test("a business's profile follows a newer reply, and typed text stays (R94)", async ({ page }) => {
  await atTheCounter(page)
  await late(
    page,
    /\/api\/business-profile\/\d+$/,
    (profile: FullProfile) => (profile.description = 'Նոր նկարագրություն'),
  )
  await page.locator('a[href="/edit-business"]').first().click()
  await page.locator('[name=address]').fill('Գյումրի, Ռիժկովի 12')
  await expect(page.locator('textarea[name=description]')).toHaveValue('Նոր նկարագրություն')
  await expect(page.locator('[name=address]')).toHaveValue('Գյումրի, Ռիժկովի 12')
})

test('a business is polled every 20 minutes, however long a reply takes (R152)', async ({ page }) => {
  await atTheCounter(page)
  // The counter's own calls, which may still go out, end here.
  await page.goto('about:blank')
  let [asked, answered] = [0, 0]
  const PROFILE = /\/api\/business-profile\/\d+$/
  page.on('request', (request) => void (PROFILE.test(request.url()) && (asked += 1)))
  page.on('requestfinished', (request) => void (PROFILE.test(request.url()) && (answered += 1)))
  await page.clock.install()
  await late(page, PROFILE)
  // Skipping twenty minutes breaks the live connection, whose return would refresh everything.
  await page.route(/\/api\/live/, (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.locator('[name=buyerId]')).toBeVisible()
  // One for the screen, one for the watch.
  await expect.poll(() => asked).toBe(2)
  await expect.poll(() => answered).toBe(2)
  await afterRender(page)
  await page.clock.runFor('20:02')
  await expect.poll(() => asked).toBe(3)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a reply from before the verification of a new address does not restore the old one (H20)', async ({ page }) => {
  await signedInBuyer(page)
  const next = newAddress('next')
  await page.goto('/edit-profile')
  await page.locator('[name=email]').fill(next)
  await page.keyboard.press('Enter')
  await enterPassword(page, wordsOf('am'))
  const link = await linkTo('/verify-email', next)
  await late(page, ME)
  const heard = page.waitForResponse(ME)
  await page.route('**/api/auth/verify-email?**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS / 3))
    await route.fallback()
  })
  await page.goto(link)
  await expect.poll(() => emailSaved(page)).toBe(next)
  await heard
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  expect(await emailSaved(page)).toBe(next)
})

test('someone who navigates on as soon as a visit shows is not brought back by its remaining replies (H31)', async ({
  page,
}) => {
  const cast = await openCast()
  const [admin, business] = [await cast.admin(), await cast.business()]
  const words = wordsOf('am')
  await enter(page.context(), admin)
  await page.goto(`/time-travel/${business.id}?lang=am`)
  await page.getByRole('button', { name: words.visit.start }).click()
  await page.getByRole('dialog').getByLabel(words.visit.reason).fill('Օգնում ենք գտնել երեկվա շնորհումը')
  await late(page, ME)
  const heard = page.waitForResponse(ME)
  await page.getByRole('dialog').getByRole('button', { name: words.visit.go }).click()
  await page.getByRole('link', { name: words.travel.toDashboard }).click()
  await heard
  await afterRender(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByTestId('visit-banner')).toBeVisible()
  await cast.close()
})

test('a refusal of the previous session does not sign out the new user (R148)', async ({ page }) => {
  const LATE = /\/api\/buyer\/\d+\/points/
  const email = await signedInBuyer(page)
  await page.context().clearCookies()
  let held: (() => void) | undefined
  await page.route(LATE, async (route) => {
    if (held) return route.fallback()
    await new Promise<void>((resolve) => (held = resolve))
    await route.fulfill({ status: 401, json: { code: 'not_signed_in', message: 'Not signed in', requestId: 'none' } })
  })
  await page.goto('/dashboard')
  // The session's state is answered at once, so the sign-in shows.
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  const refused = page.waitForResponse(LATE)
  held?.()
  await refused
  await afterRender(page)
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  expect(await emailSaved(page)).toBe(email)
})

test('a request from just before a visit, refused since, does not show the administrator the sign-in (H17, H31)', async ({
  page,
}) => {
  const cast = await openCast()
  const [admin, business] = [await cast.admin(), await cast.business()]
  const words = wordsOf('en')
  const tab = (name: string) => page.getByRole('navigation', { name: words.admin.title }).getByRole('link', { name })
  await enter(page.context(), admin)
  const known = page.waitForResponse(ME)
  await page.goto('/admin/dashboard/settings?lang=en')
  await known
  await expect(page.getByRole('heading', { level: 1, name: words.admin.tabs.settings })).toBeVisible()
  // Requested with the old session id when the visit starts; refused once that id is invalid.
  let signInShown: boolean | undefined
  let release: (() => void) | undefined
  const begun = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/overview', async (route) => {
    await begun
    await route.fulfill({ status: 401, json: { code: 'not_signed_in', message: 'Not signed in', requestId: 'none' } })
  })
  await page.route('**/api/admin/impersonation/start', async (route) => {
    const response = await route.fetch()
    const refused = page.waitForResponse('**/api/admin/overview')
    release?.()
    await refused
    await afterRender(page)
    signInShown = await page.locator('[name=password]').isVisible()
    await route.fulfill({ response })
  })
  const asked = page.waitForRequest('**/api/admin/overview')
  await tab(words.admin.tabs.overview).click()
  await asked
  await tab(words.admin.tabs.businesses).click()
  await page.getByRole('searchbox').fill(business.businessName)
  await page
    .getByRole('button', {
      name: `${words.visit.start} ${filled(words.common.namely, { what: business.businessName })}`,
    })
    .click()
  await page.getByRole('dialog').getByLabel(words.visit.reason).fill('They cannot find an award of yesterday')
  await page.getByRole('dialog').getByRole('button', { name: words.visit.go }).click()
  await expect(page.getByTestId('visit-banner')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/dashboard$/)
  expect(signInShown).toBe(false)
  await cast.close()
})
