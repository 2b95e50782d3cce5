/** Page load in Chromium: paints, layout shift and script weight, throttled as in Lighthouse. */
import type { BrowserContext, Page, Response } from '@playwright/test'

export const DEVICES = {
  /** An average phone on slow 4G: 562.5 ms latency, 1.44 Mbit/s down, a quarter of our processor. */
  phone: {
    viewport: { width: 390, height: 844 },
    cpuSlowdown: 4,
    network: {
      offline: false,
      latency: 562.5,
      downloadThroughput: (1474.56 * 1024) / 8,
      uploadThroughput: (675 * 1024) / 8,
    },
  },
  desktop: { viewport: { width: 1350, height: 940 }, cpuSlowdown: 1, network: undefined },
} as const
export type Device = keyof typeof DEVICES

export type Vitals = { lcpMs: number; fcpMs: number; cls: number; scriptKb: number }

type Seen = { lcp: number; shifts: { at: number; value: number }[] }
declare global {
  interface Window {
    hatikVitals: Seen
  }
}

/** Makes the page as slow as on this device, without a cache. */
export async function throttle(page: Page, device: Device): Promise<void> {
  const { viewport, cpuSlowdown, network } = DEVICES[device]
  await page.setViewportSize(viewport)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (network) await cdp.send('Network.emulateNetworkConditions', network)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Opens an address without cache, until the page is idle. */
export async function openPage(context: BrowserContext, address: string, device: Device): Promise<Vitals> {
  const page = await context.newPage()
  try {
    await throttle(page, device)
    const scripts: Response[] = []
    page.on('response', (response) => new URL(response.url()).pathname.endsWith('.js') && scripts.push(response))
    await page.addInitScript(watch)
    await page.goto(address, { timeout: 60_000 })
    await page.locator('h1').first().waitFor({ timeout: 60_000 })
    await page.waitForFunction(
      () => document.querySelector('.animate-breathe') === null && document.fonts.status === 'loaded',
      undefined,
      { timeout: 60_000 },
    )
    // Visible pictures may still cause shifts.
    await page.waitForFunction(
      () => [...document.images].every((picture) => picture.loading === 'lazy' || picture.complete),
      undefined,
      { timeout: 60_000 },
    )
    await quiet(page)
    const { seen, fcp } = await page.evaluate(() => ({
      seen: window.hatikVitals,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }))
    const sizes = await Promise.all(
      scripts.map(async (response) => (await response.request().sizes()).responseBodySize),
    )
    return {
      lcpMs: seen.lcp,
      fcpMs: fcp,
      cls: worstWindow(seen.shifts),
      scriptKb: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
    }
  } finally {
    await page.close()
  }
}

function watch(): void {
  const seen: Seen = { lcp: 0, shifts: [] }
  window.hatikVitals = seen
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shifts.push({ at: entry.startTime, value: entry.value })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Two frames and an idle moment. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 5_000 })),
        ),
      ),
  )
}

/** Cumulative layout shift as in browsers: the worst window of at most 5 s, with gaps under 1 s. */
export function worstWindow(shifts: readonly { at: number; value: number }[]): number {
  let worst = 0
  let [sum, began, last] = [0, -Infinity, -Infinity]
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - began > 5_000) [sum, began] = [0, at]
    sum += value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}
