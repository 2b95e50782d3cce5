/** The packaged Chromium, and the moment at which a page has painted something. */
import { chromium as playwright, type Browser, type Page } from '@playwright/test'
import { chromium } from '../../quality/chromium.ts'

declare global {
  interface Window {
    hatikEnterAt: number
    hatikPainted: Promise<number>
  }
}

export async function openBrowser(): Promise<Browser> {
  const { executablePath, env, args } = await chromium()
  return playwright.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
  })
}

export interface Shown {
  /** Of an element without skeletons. */
  selector: string
  /** Its text, spaces apart, contains this. */
  text: string
  /** What has the focus by then. */
  focus?: string
}

/** From the next page on. Both clocks count ms from a page's navigation. */
export async function watchPaints(page: Page, awaited?: Shown): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && (window.hatikEnterAt = timeStamp), {
      capture: true,
    }),
  )
  if (awaited) await page.addInitScript(awaitPaint, awaited)
}

/** Ms from the navigation. */
export const paintedAt = (page: Page): Promise<number> => page.evaluate(() => window.hatikPainted)

/** Ms from the press of Enter until the page has painted what is awaited. */
export async function paintedAfterEnter(page: Page, awaited: Shown): Promise<number> {
  await page.evaluate(awaitPaint, awaited)
  await page.keyboard.press('Enter')
  return page.evaluate(async () => (await window.hatikPainted) - window.hatikEnterAt)
}

/** Runs in the page. Looks at every change, and ends with the frame that shows it. */
function awaitPaint({ selector, text, focus }: Shown): void {
  window.hatikPainted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`Not painted within a minute: ${selector} ${text}`)), 60_000)
    const look = (): void => {
      const isShown = [...document.querySelectorAll(selector)].some(
        (element) =>
          element.querySelector('.animate-breathe') === null &&
          (element.textContent ?? '').replace(/\s/g, '').includes(text),
      )
      if (!isShown || (focus !== undefined && document.activeElement?.matches(focus) !== true)) return
      changes.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    }
    const changes = new MutationObserver(look)
    changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    look()
  })
}
