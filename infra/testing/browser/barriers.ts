/** Accessibility checks with axe. */
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Injects axe once per document, because that is slower than the check. Checks have no frame support, so frames are
 * rejected.
 */
async function handAxeTo(page: Page): Promise<void> {
  expect(page.frames(), 'axe is run in the page alone').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${await source};0`)
}

/**
 * Waits for finite animations, because intermediate colours would fail. Motion that begins during the check is
 * disabled.
 */
export async function violationsOf(page: Page): Promise<axe.Result[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  )
  await handAxeTo(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  try {
    return await page.evaluate(
      async () =>
        (await (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] })).violations,
    )
  } finally {
    await page.emulateMedia({ reducedMotion: null })
  }
}

/** Waits for the heading, which a loading page lacks. `where` labels failures. */
export async function expectNoBarriers(page: Page, where = page.url()): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  const violations = await violationsOf(page)
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** Also expects no horizontal overflow on a narrow screen. */
export async function expectToFitWithoutBarriers(page: Page): Promise<void> {
  await expectNoBarriers(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(
    0,
  )
}
