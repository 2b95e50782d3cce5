/** What axe finds on a page that has come to rest. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Colours on their way from one state to another are neither: everything that moves and will end is waited for, and what begins to move
 * while axe looks (a message whose time is up) does so as for somebody who wants no motion: at once.
 *
 * Axe tells of violations alone, and gathers them in the page itself (its "legacy mode") instead of in another one, for which there would be a reason
 * only in frames from elsewhere: no page of ours has one. The same is found in less than half the time.
 */
export async function violationsOf(page: Page): Promise<Awaited<ReturnType<AxeBuilder['analyze']>>['violations']> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished)))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  try {
    return (await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] }).analyze()).violations
  } finally {
    await page.emulateMedia({ reducedMotion: null })
  }
}

/** Axe finds nothing, once the page shows what it is: one that is still being fetched has no heading yet. */
export async function expectNoBarriers(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  const violations = await violationsOf(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** The same, and nothing reaches out of a narrow screen. */
export async function expectToFitWithoutBarriers(page: Page): Promise<void> {
  await expectNoBarriers(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0)
}
