/** The administrators' sign-in, and who is kept out (R14-R16, H34). */
import { createStaff } from '#accounts/staff/staff.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { newAddress } from '../../../infra/testing/browser/e2e-people.ts'
import { beginVisit, enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD } from '../../../infra/testing/servers/test-product.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const OWN_PASSWORD = 'My-own-password-7'
const TABS = [
  '',
  'approvals',
  'businesses',
  'users',
  'invoices',
  'reviews',
  'mail',
  'visits',
  'self-check',
  'replay',
  'account',
  'log-heads',
  'settings',
]
const address = (tab: string): string => (tab === '' ? '/admin/dashboard' : `/admin/dashboard/${tab}`)

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

test('the sign-in never leads outside the app, whatever its address says, with or without a session', async ({
  page,
}) => {
  const words = wordsOf('en')
  const admin = await cast.admin()
  const open = (elsewhere: string) => page.goto(`/hatik?lang=en&to=${encodeURIComponent(elsewhere)}`)
  await open('//evil.example')
  await page.locator('[name=email]').fill(admin.email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: words.admin.signIn }).click()
  const home = /^http:\/\/(127\.0\.0\.1|localhost):\d+\/admin\/dashboard$/
  await expect(page).toHaveURL(home)
  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
  ]) {
    await open(elsewhere)
    await expect(page, elsewhere).toHaveURL(home)
  }
})

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)

  test(`a new administrator signs in and first has to choose a password of his own (${language}; R14, R15, H34)`, async ({
    page,
  }) => {
    const email = newAddress('admin')
    const first = await createStaff(cast.pool, {
      email,
      role: 'admin',
      firstName: 'Անուն',
      lastName: 'Ազգանուն',
      language,
    })
    const signIn = async (password: string): Promise<void> => {
      await page.locator('[name=email]').fill(email)
      await page.locator('[name=password]').fill(password)
      await page.getByRole('button', { name: words.admin.signIn }).click()
    }

    await test.step('a wrong password is refused, and an empty form sends nothing', async () => {
      await page.goto(`/hatik?lang=${language}`)
      await expect(page.getByRole('heading', { name: words.admin.signInTitle })).toBeVisible()
      await page.getByRole('button', { name: words.admin.signIn }).click()
      await expect(page.getByText(words.fields.fillAll).first()).toBeVisible()
      await expectNoBarriers(page)
      await signIn('Wrong-horse-1')
      await expect(page.getByText(words.errors.invalid_credentials)).toBeVisible()
    })

    await test.step('the first password allows nothing but its change', async () => {
      await signIn(first?.password ?? '')
      await expect(page.getByRole('heading', { name: words.admin.firstTitle })).toBeVisible()
      await expectNoBarriers(page)
      // Any other address leads back to the change.
      await page.goto('/admin/dashboard/users')
      await expect(page).toHaveURL(/\/hatik$/)
      await expect(page.getByRole('heading', { name: words.admin.firstTitle })).toBeVisible()
    })

    await test.step('refuses a weak password, a different repetition, and the same password again', async () => {
      const submit = page.getByRole('button', { name: words.admin.savePassword })
      await page.locator('[name=currentPassword]').fill(first?.password ?? '')
      await page.locator('[name=newPassword]').fill('weak')
      await page.locator('[name=confirmPassword]').fill(OWN_PASSWORD)
      await submit.click()
      await expect(page.getByText(words.fields.passwordLength)).toBeVisible()
      await page.locator('[name=newPassword]').fill('Another-password-8')
      await submit.click()
      await expect(page.getByText(words.fields.passwordsDiffer)).toBeVisible()
      await page.locator('[name=newPassword]').fill(first?.password ?? '')
      await page.locator('[name=confirmPassword]').fill(first?.password ?? '')
      await submit.click()
      await expect(page.getByText(words.admin.samePassword)).toBeVisible()
    })

    await test.step('after the change he is at the dashboard, and the first password is void', async () => {
      await page.locator('[name=newPassword]').fill(OWN_PASSWORD)
      await page.locator('[name=confirmPassword]').fill(OWN_PASSWORD)
      await page.getByRole('button', { name: words.admin.savePassword }).click()
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
      await expect(page.getByRole('heading', { level: 1, name: words.admin.tabs.overview })).toBeVisible()
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
      await page.goto(`/hatik?lang=${language}`)
      await signIn(first?.password ?? '')
      await expect(page.getByText(words.errors.invalid_credentials)).toBeVisible()
      await signIn(OWN_PASSWORD)
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
      await page.goto('/hatik')
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
    })
  })

  test(`a shared moment opened without a session leads to the sign-in, and then to that moment (${language})`, async ({
    page,
  }) => {
    const [admin, business] = [await cast.admin(), await cast.business(['2.0'])]
    const shared = `/time-travel/${business.id}?at=2026-01-02T03%3A04%3A05.000Z&buyer=5`
    await page.goto(`/about?lang=${language}`)
    await page.goto(shared)
    await expect(page.getByRole('heading', { name: words.admin.signInTitle })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/hatik')
    await page.locator('[name=email]').fill(admin.email)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: words.admin.signIn }).click()
    await expect(page.getByRole('heading', { name: words.travel.gateTitle })).toBeVisible()
    await expect(page.getByText(business.businessName, { exact: true })).toBeVisible()
    await beginVisit(page, words, 'a moment was shared with me')
    await expect(page.getByTestId('shown-moment')).toBeVisible()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(shared)
  })

  test(`every tab has an address, is reachable by keyboard, and fits a phone without barriers in the dark, which the route walk skips (${language}; H30)`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 800 })
    await enter(page.context(), await cast.admin())
    await page.goto(`/admin/dashboard?lang=${language}`)
    const tabs = page.getByRole('navigation', { name: words.admin.title })
    await expect(tabs.getByRole('link')).toHaveCount(TABS.length)
    for (const [index, tab] of TABS.entries()) {
      const link = tabs.getByRole('link').nth(index)
      await link.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${address(tab)}(\\?|$)`))
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(link).toBeInViewport()
      await expect(page.locator('main [role=status]').filter({ hasText: words.common.loading })).toHaveCount(0)
      await expect(page.locator('main [role=alert]').filter({ hasText: words.common.tryAgain })).toHaveCount(0)
      await expectNoBarriers(page)
      expect([tab, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([tab, 360])
    }
  })
}

test('a visitor, a buyer, a business, an auditor and a wrong address find nothing at the administrators’ addresses (R16)', async ({
  browser,
}) => {
  const url = process.env['HATIK_E2E_URL'] ?? ''
  const visitor = new Person(url, { id: 0, email: '' })
  const auditor = await signInStaff({ address: url, pool: cast.pool }, 'auditor')
  const words = wordsOf('en')
  const nothing = async (person: Person, ...paths: string[]): Promise<void> => {
    const context = await browser.newContext({ baseURL: url })
    const asked: string[] = []
    try {
      if (person.cookie !== '') await enter(context, person)
      const page = await context.newPage()
      page.on(
        'request',
        (request) => /\/api\/admin\/(?!me$|impersonation\/status$)/.test(request.url()) && asked.push(request.url()),
      )
      for (const path of paths) {
        await page.goto(`${path}?lang=en`)
        await expect(page.getByRole('heading', { name: words.notFound.title })).toBeVisible()
        await expect(page).toHaveTitle(/^Page Not Found/)
        expect([path, asked]).toEqual([path, []])
      }
    } finally {
      await context.close()
    }
  }
  for (const person of [visitor, await cast.buyer(), await cast.business(), auditor]) {
    await nothing(person, ...['', 'businesses', 'replay', 'no-such-tab'].map(address))
  }
  await nothing(await cast.admin(), address('no-such-tab'))
})
