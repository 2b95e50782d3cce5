/** Reduced motion shows no animation, and omits no information. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const asks = [...document.querySelectorAll('*')].filter((element) => {
      const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element)
      return (
        animationName !== 'none' ||
        transitionDuration.split(',').some((time) => Number.parseFloat(time) > 0) ||
        scrollBehavior === 'smooth'
      )
    })
    return [
      ...document.getAnimations().map(({ playState }) => `an animation is ${playState}`),
      ...asks.map(({ outerHTML }) => outerHTML.slice(0, 160)),
    ]
  })

for (const motion of ['reduce', 'no-preference'] as const) {
  const title =
    motion === 'reduce'
      ? 'where less motion is wanted nothing moves, and an award is celebrated lying still'
      : 'where motion is welcome an award is celebrated with some'
  test(title, async ({ browser, baseURL }) => {
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    const context = await browser.newContext({ reducedMotion: motion, ...(baseURL !== undefined && { baseURL }) })
    await enter(context, buyer)
    const page = await context.newPage()

    await page.goto('/?lang=en')
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.getByTestId('slideshow')).toBeAttached()
    if (motion === 'reduce') expect(await moving(page)).toEqual([])
    else expect(await moving(page)).not.toEqual([])

    const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/live')
    await page.goto('/dashboard?lang=en')
    await live
    await expect(page.getByTestId('total-points')).toBeVisible()
    if (motion === 'reduce') expect(await moving(page)).toEqual([])
    const award = await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 5_000,
    })
    expect(award.status).toBe(200)
    const seeds = page.getByTestId('arrivals').locator('.animate-settle')
    await expect(seeds).toHaveCount(10)
    if (motion === 'reduce') expect(await moving(page)).toEqual([])
    else expect(await seeds.first().evaluate((seed) => getComputedStyle(seed).animationName)).not.toBe('none')
    await context.close()
  })
}
