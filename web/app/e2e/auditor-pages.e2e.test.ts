import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { tellStory, type Story } from '../../../infra/testing/browser/e2e-audit.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { enter } from '../../../infra/testing/browser/e2e-visits.ts'

let story: Story
test.beforeAll(async () => {
  story = await tellStory()
})
test.afterAll(() => story?.cast.close())
test.beforeEach(({ context }) => enter(context, story.auditor))

test("on a phone the row of tabs starts at the page's own tab", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/audit/balance', '/audit/visits', '/audit/acts', '/audit/heads']) {
    await page.goto(path)
    await expect(page.locator(`nav [aria-current=page][href="${path}"]`)).toBeInViewport({ ratio: 1 })
  }
})

test("the entries' tab is current on the dashboard, too, and for an event's page (WCAG 1.3.1)", async ({ page }) => {
  const { audit, auditTabs } = wordsOf('en')
  const tab = page.getByRole('navigation', { name: audit.title }).getByRole('link', { name: auditTabs.movements })
  await page.goto('/dashboard?lang=en')
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await page.goto('/audit/events/0')
  await expect(tab).toHaveAttribute('aria-current', 'true')
})

test('an administrator sees the same page with a link to the administration; anyone else finds nothing at /audit (H33, R16)', async ({
  page,
  context,
}) => {
  test.slow()
  const { audit, notFound } = wordsOf('en')
  await context.clearCookies()
  await enter(context, await story.cast.admin())
  await page.goto('/dashboard?lang=en')
  await expect(page.getByTestId('movements')).toBeVisible()
  await expect(page.getByRole('link', { name: audit.toAdmin })).toHaveAttribute('href', '/admin/dashboard')

  for (const who of [undefined, story.buyer, story.business]) {
    await context.clearCookies()
    // Without the saved user, because an ended session would show a sign-in instead.
    await page.evaluate(() => localStorage.removeItem('hatik.user'))
    if (who) await enter(context, who)
    for (const address of [
      '/audit/movements',
      '/audit/balance',
      '/audit/visits',
      '/audit/acts',
      '/audit/heads',
      '/audit/events/1',
      '/audit/nothing',
    ]) {
      await page.goto(`${address}?lang=en`)
      await page.evaluate(() => localStorage.removeItem('hatik.user'))
      await expect(page.getByRole('heading', { name: notFound.title })).toBeVisible()
    }
  }
})

for (const language of ['am', 'en'] as const) {
  test(`the auditor's pages fit a phone without barriers in the dark, which the route walk skips (${language})`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    const [redeemed] = await story.find('type=PerkRedeemed&limit=1')
    for (const [address, shown] of [
      ['/dashboard', 'movements'],
      [`/audit/events/${redeemed?.position}`, 'chain'],
      ['/audit/balance', 'balance-sheet'],
      ['/audit/acts', 'acts'],
      ['/audit/heads', 'heads'],
    ] as const) {
      await page.goto(`${address}?lang=${language}`)
      await expect(page.getByTestId(shown)).toBeVisible()
      await expectToFitWithoutBarriers(page)
    }
    await page.goto(`/audit/visits?lang=${language}`)
    await expect(page.locator('main form')).toBeVisible()
    await expectToFitWithoutBarriers(page)
    // The walk checks another event.
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`/audit/events/${redeemed?.position}?lang=${language}`)
    await expect(page.getByTestId('chain')).toBeVisible()
    await expectToFitWithoutBarriers(page)
  })
}
