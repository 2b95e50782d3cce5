/** Ways to look at a page that few have: with forced colours, through a magnifier, on paper. */
import type { Locator } from '@playwright/test'
import { expect, test } from '../../infra/quality/e2e.ts'
import { wordsOf } from '../../infra/quality/e2e-words.ts'

const styleOf = (part: Locator, name: string): Promise<string> => part.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }))

test('the page on which one is has a line under its link, and no other has one (WCAG 1.4.1)', async ({ page }) => {
  const { header } = wordsOf('am')
  await page.goto('/about?lang=am')
  const nav = page.getByRole('banner').getByRole('navigation')
  expect(await styleOf(nav.getByRole('link', { name: header.about }), 'text-decoration-line')).toBe('underline')
  expect(await styleOf(nav.getByRole('link', { name: header.contact }), 'text-decoration-line')).toBe('none')
})
