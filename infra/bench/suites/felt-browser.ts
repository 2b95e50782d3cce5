/** Waits at a till and on a phone, in Chromium: each until its result is painted. */
import type { Browser, BrowserContext } from '@playwright/test'
import { openBrowser, paintedAfterEnter, paintedAt, watchPaints } from '../measure/browser.ts'
import { Samples, summaryOf } from '../measure/percentiles.ts'
import { throttle } from '../measure/vitals.ts'
import { feltCode, type FeltSize } from './felt-data.ts'

export type FeltPaint = { what: string; data: string; times: number; shownMs: { p50: number; p99: number } }

export interface FeltSite {
  address: string
  /** Sessions. */
  cookies: { business: string; regular: string }
  size: FeltSize
  times: { till: number; phone: number }
}

const AMOUNT_AMD = '1500'
/** A stride that visits buyers in no order of the table. */
const STRIDE = 7_919

export async function feltPaints(site: FeltSite): Promise<FeltPaint[]> {
  const browser = await openBrowser()
  try {
    return [...(await atTill(browser, site)), await onPhone(browser, site)]
  } finally {
    await browser.close()
  }
}

/** A hand scanner is a keyboard that ends a code with Enter. The first buyer is not counted. */
async function atTill(browser: Browser, { address, cookies, size, times }: FeltSite): Promise<FeltPaint[]> {
  const context = await signedIn(browser, address, cookies.business)
  const page = await context.newPage()
  await watchPaints(page)
  await page.addInitScript(() => localStorage.setItem('hatik.counter-camera-off', 'true'))
  await page.goto('/counter?lang=am')
  await page.getByTestId('counter-card').waitFor({ state: 'attached' })
  const [ready, awarded] = [new Samples(), new Samples()]
  for (let time = 0; time <= times.till; time += 1) {
    const code = feltCode((time * STRIDE) % size.buyers)
    await page.keyboard.type(code)
    const readyMs = await paintedAfterEnter(page, {
      selector: '[data-testid=buyer-tile]',
      text: code,
      focus: 'input',
    })
    // Longer than the pause that a scanner's second Enter may take.
    await page.waitForTimeout(100)
    await page.keyboard.type(AMOUNT_AMD)
    const awardedMs = await paintedAfterEnter(page, { selector: '[data-testid=award-result]', text: code })
    await page.waitForTimeout(100)
    if (time === 0) continue
    ready.push(readyMs)
    awarded.push(awardedMs)
  }
  await context.close()
  const data = `${size.buyers.toLocaleString('en-US')} buyers`
  return [
    {
      what: "till: from a code's Enter to the buyer and the amount field",
      data,
      times: times.till,
      shownMs: summaryOf(ready),
    },
    { what: "till: from an amount's Enter to the result", data, times: times.till, shownMs: summaryOf(awarded) },
  ]
}

/** Signed in, as a phone remembers it, but with an empty cache. */
async function onPhone(browser: Browser, { address, cookies, size, times }: FeltSite): Promise<FeltPaint> {
  const total = { selector: '[data-testid=total-points]', text: '' }
  const first = await signedIn(browser, address, cookies.regular)
  const visit = await first.newPage()
  await visit.goto('/dashboard')
  await visit.getByTestId('total-points').waitFor()
  const storageState = await first.storageState()
  await first.close()

  const shown = new Samples()
  for (let time = 0; time < times.phone; time += 1) {
    const context = await browser.newContext({ baseURL: address, locale: 'hy-AM', storageState })
    const page = await context.newPage()
    await throttle(page, 'phone')
    await watchPaints(page, total)
    await page.goto('/dashboard', { timeout: 60_000 })
    shown.push(await paintedAt(page))
    await context.close()
  }
  return {
    what: "buyer's dashboard on a throttled phone, empty cache: from its address to the total",
    data: `${size.lines.toLocaleString('en-US')} lines`,
    times: times.phone,
    shownMs: summaryOf(shown),
  }
}

async function signedIn(browser: Browser, address: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'hy-AM',
    viewport: { width: 1_280, height: 800 },
  })
  const at = cookie.indexOf('=')
  await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: address }])
  return context
}
