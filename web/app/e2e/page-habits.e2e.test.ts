import type { Page } from '@playwright/test'
import type { Language } from '#contracts/calls/account/session.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { newAddress, newBuyer, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { filled, wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Hatik-demo-1'

const header = (page: Page) => page.getByRole('banner')
const says = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()

async function enter(page: Page, email: string, language: Language): Promise<void> {
  await signIn(page, email, PASSWORD, language)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Elements too low for a finger; a link within a sentence is as high as its line. */
const tooLow = (page: Page) =>
  page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('a, button, select, summary')]
        .filter((each) => each.checkVisibility() && !each.closest('p') && each.getBoundingClientRect().height < 44)
        .map((each) => each.textContent),
    )

/** By content unique to each dashboard. For an expired business, sent to /billing, see business-people.e2e. */
const DASHBOARDS: [who: string, email: string, own: (page: Page, words: Words) => Promise<void>][] = [
  [
    'a buyer, greeted by his first name (R54)',
    'davit@hatik.test',
    (page, { dashboard }) => says(page, dashboard.greeting.replace('{{name}}', 'Դավիթ')),
  ],
  ['a business', 'cafe@hatik.test', (page) => says(page, 'Կոֆե Տուն')],
  ['an auditor', 'auditor@hatik.test', (page, { auditTabs }) => says(page, auditTabs.movements)],
]

test("touch targets at the counter, for a buyer and on a business's page are 44 pixels high", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  const { buyers, invoices, points, businessPage } = wordsOf('am')
  await enter(page, 'cafe@hatik.test', 'am')
  await page.getByRole('button', { name: buyers.title, exact: true }).click()
  await expect(page.getByRole('table', { name: buyers.title }).getByRole('link').first()).toBeVisible()
  expect(await tooLow(page)).toEqual([])
  await page.goto('/billing')
  await expect(page.getByRole('table', { name: invoices.title }).getByRole('link').first()).toBeVisible()
  expect(await tooLow(page)).toEqual([])
  await page.goto('/business/kofe-tun')
  await expect(page.getByRole('heading', { name: businessPage.contact })).toBeVisible()
  expect(await tooLow(page)).toEqual([])
  await page.context().clearCookies()
  await enter(page, 'ani@hatik.test', 'am')
  await expect(page.getByRole('link', { name: filled(points.statementOf, { name: 'Կոֆե Տուն' }) })).toBeVisible()
  expect(await tooLow(page)).toEqual([])
})

test('a buyer without points gets a link to the businesses', async ({ page }) => {
  const { points, directory, firstRun } = wordsOf('am')
  const email = newAddress('nare')
  await newBuyer({ email, password: PASSWORD, language: 'am' })
  await enter(page, email, 'am')
  await expect(page.getByRole('heading', { name: firstRun.title })).toBeVisible()
  await page.getByRole('link', { name: points.allBusinesses }).click()
  await says(page, directory.title)
})

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)

  test(`one address shows a visitor the sign-in, and each role its dashboard (${language}) (R18)`, async ({ page }) => {
    await page.goto(`/dashboard?lang=${language}`)
    await says(page, words.signIn.title)
    for (const [who, email, own] of DASHBOARDS) {
      await test.step(who, async () => {
        await enter(page, email, language)
        await own(page, words)
        await page.context().clearCookies()
        await page.evaluate(() => localStorage.removeItem('hatik.user'))
      })
    }
  })

  test(`a page opened from the foot of another starts at its top (${language}) (R21)`, async ({ page }) => {
    await page.goto(`/?lang=${language}`)
    const link = page.getByRole('contentinfo').getByRole('link', { name: words.footer.pricing })
    await link.scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    await link.click()
    await says(page, words.pricing.title)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test(`the header leads a visitor to the sign-in, and a user to the dashboard or out (${language}) (R23, R24)`, async ({
    page,
  }) => {
    await page.goto(`/about?lang=${language}`)
    const to = (name: string) => header(page).getByRole('link', { name, exact: true }).first()
    const out = header(page).getByRole('button', { name: words.signOut.button }).first()
    await expect(to(words.header.signIn)).toHaveAttribute('href', '/auth')
    await expect(to(words.brand.name)).toHaveAttribute('href', '/')
    await expect(to(words.header.businesses)).toHaveAttribute('href', '/businesses')
    await expect(to(words.header.contact)).toHaveAttribute('href', '/contact')
    await expect(out).toHaveCount(0)

    await enter(page, 'davit@hatik.test', language)
    await page.goto('/about')
    await expect(to(words.header.dashboard)).toHaveAttribute('href', '/dashboard')
    await expect(out).toBeVisible()
    await expect(to(words.header.signIn)).toHaveCount(0)
  })

  test(`a business is greeted by name, with links to its details, its plan and its page in a new tab (${language}) (R73, R74)`, async ({
    page,
  }) => {
    await enter(page, 'cafe@hatik.test', language)
    await expect(page.getByText(words.dashboard.welcome.replace('{{name}}', 'Մարիամ'))).toBeVisible()
    const links = page.getByRole('navigation', { name: words.businessLinks.title })
    const { editProfile, editBusiness, upgrade, view } = words.businessLinks
    for (const [name, address] of [
      [editProfile, '/edit-profile'],
      [editBusiness, '/edit-business'],
      [upgrade, '/billing'],
    ] as const) {
      await expect(links.getByRole('link', { name })).toHaveAttribute('href', address)
    }
    const [tab] = await Promise.all([page.waitForEvent('popup'), links.getByRole('link', { name: view }).click()])
    await says(tab, 'Կոֆե Տուն')
    expect(new URL(tab.url()).pathname).toBe('/business/kofe-tun')
    await says(page, 'Կոֆե Տուն')
  })

  test(`an uncaught error is reported without its own text, and an unhandled rejection as a connection problem (${language}) (R221, R222)`, async ({
    page,
  }) => {
    const message = page.getByRole('listitem').filter({ hasText: words.trouble.errorTitle })
    await page.goto(`/about?lang=${language}`)
    await says(page, words.about.title)
    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('tenths of undefined')
        }),
    )
    await expect(message).toContainText(words.trouble.errorText)
    await expect(page.getByText('tenths of undefined')).toHaveCount(0)

    await page.evaluate(() => void Promise.reject(new Error('the promise')))
    await expect(page.getByRole('listitem').filter({ hasText: words.trouble.connectionTitle })).toContainText(
      words.trouble.connectionText,
    )
    await expect(message, 'R227: one at a time').toHaveCount(0)
    await says(page, words.about.title)
  })
}
