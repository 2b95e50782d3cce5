/** What axe finds on a page that has come to rest. */
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * A document is given axe once and keeps it from one screen to the next: handing over the source takes longer than looking. What the package
 * for Playwright would add is frames, and a look that would leave them out must not pass for one at the whole page.
 */
async function handAxeTo(page: Page): Promise<void> {
  expect(page.frames(), 'axe is run in the page alone').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${await source};0`)
}

/**
 * Colours on their way from one state to another are neither: everything that moves and will end is waited for, and what begins to move
 * while axe looks (a message whose time is up) does so as for somebody who wants no motion: at once.
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

/** Axe finds nothing, once the page shows what it is: one that is still being fetched has no heading yet. A failure says `where`. */
export async function expectNoBarriers(page: Page, where = page.url()): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  const violations = await violationsOf(page)
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** The same, and nothing reaches out of a narrow screen. */
export async function expectToFitWithoutBarriers(page: Page): Promise<void> {
  await expectNoBarriers(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(
    0,
  )
}
