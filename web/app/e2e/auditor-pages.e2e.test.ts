/** What holds for all of the auditor's pages: the tabs, who finds them, and that they fit a phone without barriers. */
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

test('on a phone the row of tabs begins where the one of this page is seen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/audit/balance', '/audit/visits', '/audit/acts', '/audit/heads']) {
    await page.goto(path)
    await expect(page.locator(`nav [aria-current=page][href="${path}"]`)).toBeInViewport({ ratio: 1 })
  }
})

test('the tab of the movements is said to be the page also where it is the dashboard, and the one that an event belongs to (WCAG 1.3.1)', async ({
  page,
}) => {
  const { audit, auditTabs } = wordsOf('en')
  const tab = page.getByRole('navigation', { name: audit.title }).getByRole('link', { name: auditTabs.movements })
  await page.goto('/dashboard?lang=en')
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await page.goto('/audit/events/0')
  await expect(tab).toHaveAttribute('aria-current', 'true')
})

test('an administrator sees the same page with the way to the administration; everybody else finds nothing at /audit (H33, R16)', async ({
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
    // Whose session has ended is told so, and signs in there: somebody else has nothing saved.
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
  test(`the auditor's pages have no barriers in the dark on a phone, where the route walk does not look, and fit it (${language})`, async ({
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
    // Of events the walk sees another one.
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`/audit/events/${redeemed?.position}?lang=${language}`)
    await expect(page.getByTestId('chain')).toBeVisible()
    await expectToFitWithoutBarriers(page)
  })
}
