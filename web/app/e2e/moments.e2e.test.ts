/** The band across the page or its dialog that marks an award, a redemption and a use. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

interface Played {
  name: string
  ms: number
  isFull: boolean
  /** Texts under the band. */
  over: string[]
  isHidden: boolean
}
declare global {
  interface Window {
    hatikMoments: Played[]
  }
}

/** Notes each band as it appears. */
function watchMoments(): void {
  globalThis.window.hatikMoments = []
  const note = (band: HTMLElement): void => {
    const host = band.parentElement!
    const { top, width } = host.getBoundingClientRect()
    const edge = { top: host.clientTop + top, bottom: host.clientTop + top + band.offsetHeight }
    const over: string[] = []
    const texts = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const isUnder = [...range.getClientRects()].some(
        (box) => box.width > 1 && box.top < edge.bottom && box.bottom > edge.top,
      )
      if (isUnder && text.parentElement?.checkVisibility() && !text.parentElement.closest('.sr-only'))
        over.push(text.textContent ?? '')
    }
    const [motion] = band.getAnimations()
    window.hatikMoments.push({
      name: band.dataset['moment'] ?? '',
      ms: Number(motion?.effect?.getComputedTiming().endTime),
      isFull: Math.abs(band.offsetWidth - width) <= 2 && band.offsetLeft === 0,
      over,
      isHidden: band.ariaHidden === 'true' && getComputedStyle(band).pointerEvents === 'none',
    })
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.dataset['moment']) queueMicrotask(() => note(node))
  }).observe(document, { childList: true, subtree: true })
}
const played = (page: Page): Promise<Played[]> => page.evaluate(() => window.hatikMoments)

for (const motion of ['no-preference', 'reduce'] as const) {
  for (const width of [390, 1280]) {
    test(`award, redeem and use each get one moment at the upper edge, over no text, and none with reduced motion (${motion}, ${width})`, async ({
      browser,
      baseURL,
    }) => {
      const { redeem } = wordsOf('en')
      const [business, buyer] = [await cast.business(['2']), await cast.buyer()]
      const context = await browser.newContext({
        reducedMotion: motion,
        viewport: { width, height: 844 },
        ...(baseURL !== undefined && { baseURL }),
      })
      await enter(context, buyer)
      const page = await context.newPage()
      await page.addInitScript(watchMoments)
      const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/live')
      await page.goto('/dashboard?lang=en')
      await live
      await expect(page.getByTestId('total-points')).toBeVisible()
      const focused = page.getByRole('link', { name: wordsOf('en').dashboard.editProfile })
      await focused.focus()
      await business.write('POST', `/api/business/${business.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent: 2_000,
      })
      await expect(page.getByTestId('arrivals')).toContainText('4')
      await expect(focused).toBeFocused()

      await page.getByRole('button', { name: redeem.button, exact: false }).first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: redeem.go }).click()
      const dialog = page.getByRole('dialog', { name: redeem.codeTitle })
      await expect(dialog).toBeVisible()
      const code = (await dialog.locator('[data-qr]').getAttribute('data-qr'))!
      await business.write('POST', `/api/business/${business.id}/verify-redemption`, { redemptionCode: code })
      await expect(page.getByTestId('code-used')).toBeVisible()
      await expect(page.locator('[data-moment]')).toHaveCount(0)

      const moments = await played(page)
      expect(moments.map(({ name }) => name)).toEqual(motion === 'reduce' ? [] : ['award', 'redeem', 'use'])
      for (const { ms, isFull, over, isHidden } of moments) {
        expect(ms).toBeLessThan(1_500)
        expect([isFull, over, isHidden]).toEqual([true, [], true])
      }
      await context.close()
    })
  }
}
