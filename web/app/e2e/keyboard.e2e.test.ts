/** The focused element is visible: nothing sticky hides it (WCAG 2.4.7, 2.4.11). */
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { beginVisit, enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const width of [1280, 700]) {
  test(`during a support visit, focus moving up the page is never behind the banner (${width} pixels wide)`, async ({
    page,
  }) => {
    const words = wordsOf('am')
    const business = await cast.business()
    await page.setViewportSize({ width, height: 600 })
    await enter(page.context(), await cast.admin())
    await page.goto(`/time-travel/${business.id}?lang=am`)
    await beginVisit(page, words, 'to see what the business sees')
    // A view-only visit makes forms inert.
    await page.getByTestId('visit-banner').getByRole('button', { name: words.visit.act }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.visit.actGo }).click()
    await expect(page.getByTestId('visit-banner')).toContainText(words.visit.acting)
    await page.goto('/edit-business')
    await expect(page.locator('textarea[name=description]')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link').last().focus()
    const stops: string[] = []
    for (;;) {
      await page.keyboard.press('Shift+Tab')
      const stop = await page.evaluate(() => {
        const [at, banner] = [document.activeElement, document.querySelector('[data-testid=visit-banner]')]
        if (!at || !banner || banner.contains(at)) return undefined
        // A field visible only through its label.
        const seen = (at.matches('.sr-only') && at.nextElementSibling) || at
        return {
          name: seen.outerHTML.slice(0, 100),
          isHidden: seen.getBoundingClientRect().bottom <= banner.getBoundingClientRect().bottom,
        }
      })
      if (!stop) break
      expect(stop).toEqual({ name: stop.name, isHidden: false })
      stops.push(stop.name)
    }
    expect(stops.length).toBeGreaterThan(20)
  })
}

test("on a low screen each of the administrator's tabs is visible when focused, however long the page beside them", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await enter(page.context(), await cast.admin())
  await page.goto('/admin/dashboard/settings?lang=am')
  const { admin } = wordsOf('am')
  await expect(page.locator('[name="seller.name"]')).toBeVisible()
  const tabs = page.getByRole('navigation', { name: admin.title }).getByRole('link')
  await tabs.first().focus()
  const count = await tabs.count()
  for (let index = 1; index < count; index += 1) {
    await page.keyboard.press('Tab')
    await expect(tabs.nth(index)).toBeFocused()
    await expect(tabs.nth(index)).toBeInViewport({ ratio: 0.95 })
  }
})

test('in a dialog higher than the screen the focus is visible, even when it wraps around (a desktop at four times its size)', async ({
  page,
}) => {
  const { common, perks } = wordsOf('am')
  await page.setViewportSize({ width: 320, height: 256 })
  await enter(page.context(), await cast.business())
  await page.goto('/dashboard?lang=am')
  await page.getByRole('button', { name: perks.add }).click()
  const dialog = page.getByRole('dialog')
  const cross = dialog.getByRole('button', { name: common.close })
  await expect(cross).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  const last = dialog.getByRole('button', { name: perks.add })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 0.95 })
  await page.keyboard.press('Tab')
  await expect(cross).toBeFocused()
  await expect(cross).toBeInViewport({ ratio: 0.95 })
})
