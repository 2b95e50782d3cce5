/** Cumulative layout shift while a page opens. */
import type { Page } from '@playwright/test'
import { addressesOf, enterAs, ROLES } from '../../../infra/testing/browser/e2e-walk.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'

const SCREENS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const
/** Replies arrive well after the skeletons have rendered, and each script after the page around it. */
const ANSWER_MS = 200
const SCRIPT_MS = 40
const STRETCH = 6

interface Shift {
  at: number
  value: number
  moved: string[]
}
declare global {
  interface Window {
    hatikShifts: Shift[]
  }
}

for (const role of ROLES) {
  const limit = role === 'visitor' ? 0.05 : 0.1
  const addresses = addressesOf(role).filter((address) => !address.startsWith('/time-travel'))
  for (const language of role === 'visitor' ? (['am', 'en'] as const) : (['am'] as const)) {
    for (let first = 0; first < addresses.length; first += STRETCH) {
      const stretch = addresses.slice(first, first + STRETCH)
      test(`${role}, ${language}: ${stretch.join(' ')} shift by less than ${limit}`, async ({ browser, baseURL }) => {
        test.slow()
        const { context, cafe } = await enterAs(browser, {
          role,
          ...(baseURL !== undefined && { baseURL }),
        })
        const page = await context.newPage()
        await page.addInitScript(watchShifts)
        // A browser that started a visit remembers it, and waits for the banner.
        if (role === 'support') await page.addInitScript(rememberVisit)
        const onTheirWay = await slowDown(page)
        const jumps: string[] = []
        for (const [name, viewport] of Object.entries(SCREENS)) {
          await page.setViewportSize(viewport)
          for (const address of stretch) {
            const shifts = await shiftsAt(
              page,
              `${cafe(address)}${address.includes('?') ? '&' : '?'}lang=${language}`,
              onTheirWay,
            )
            const sum = shifts.reduce((all, { value }) => all + value, 0)
            if (process.env['SHOW']) console.log(`CLS ${role} ${language} ${name} ${address} ${sum.toFixed(3)}`)
            if (sum < limit) continue
            const which = shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved.join(', ')}`)
            jumps.push(`${address} on a ${name}: ${sum.toFixed(3)}\n  ${which.join('\n  ')}`)
          }
        }
        expect(jumps.join('\n')).toBe('')
        await context.close()
      })
    }
  }
}

/** Delays replies and scripts; returns the pending ones. */
async function slowDown(page: Page): Promise<Set<string>> {
  const onTheirWay = new Set<string>()
  page.on('request', (request) => void (request.url().endsWith('/api/live') || onTheirWay.add(request.url())))
  page.on('requestfinished', (request) => onTheirWay.delete(request.url()))
  page.on('requestfailed', (request) => onTheirWay.delete(request.url()))
  await page.route(/\/api\/(?!live)|\/assets\/[^?]*\.js/, async (route) => {
    const isAnswer = route.request().url().includes('/api/')
    await new Promise((resolve) => setTimeout(resolve, isAnswer ? ANSWER_MS : SCRIPT_MS))
    await route.continue().catch(() => undefined)
  })
  return onTheirWay
}

async function shiftsAt(page: Page, address: string, onTheirWay: Set<string>): Promise<Shift[]> {
  onTheirWay.clear()
  await page.goto(address)
  await expect(page.locator('h1').first()).toBeVisible()
  // A file may request another, so a page is at rest only if it still is two frames later.
  let restedTimes = 0
  await expect
    .poll(
      async () => {
        const isAtRest = onTheirWay.size === 0 && (await page.locator('.animate-breathe').count()) === 0
        restedTimes = isAtRest ? restedTimes + 1 : 0
        return restedTimes
      },
      { message: `${address} has loaded`, intervals: [100] },
    )
    .toBeGreaterThan(2)
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.hatikShifts))),
      ),
  )
}

const rememberVisit = (): void => localStorage.setItem('hatik.visit-end', String(Date.now() + 1_800_000))

/** Runs in the page before anything else. */
function watchShifts(): void {
  window.hatikShifts = []
  const nameOf = (node: Node | null): string =>
    node instanceof Element ? `${node.tagName.toLowerCase()} "${(node.textContent ?? '').slice(0, 30)}"` : 'text'
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)} ${previousRect.y}+${previousRect.height} → ${currentRect.y}+${currentRect.height}`,
      )
      window.hatikShifts.push({ at: entry.startTime, value: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
