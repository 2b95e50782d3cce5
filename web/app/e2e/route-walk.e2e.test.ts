/**
 * Every address of the app, by role and language: the server's head, no barriers, and nothing wider than any screen
 * (R22, C9). An address missing here fails.
 */
import type { Page } from '@playwright/test'
import { PAGES, pageAt } from '#contracts/pages/page-metadata.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { addressesOf, enterAs, ROLES, WALK } from '../../../infra/testing/browser/e2e-walk.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'
import { ROUTES } from '../route-table.ts'

/** Seen by a visitor, besides the pages. */
const ELSEWHERE = ['/no-such-page', '/%E0%A4%A', '/business/no-such-business']
/** Addresses per test; each takes seconds on a slow machine. */
const STRETCH = 5

test('the walk knows every page of the app and every address of the router', () => {
  expect(Object.keys(WALK).sort()).toEqual(Object.keys(PAGES).sort())
  const addresses = ROUTES.map(({ path }) => path).filter((path) => path !== '*')
  const walked = Object.keys(WALK).map((path) => path.replace(/^\/legal\/.*/, '/legal/:name'))
  expect([...new Set(walked)].sort()).toEqual([...new Set(addresses)].sort())
  for (const [path, roles] of Object.entries(WALK))
    expect([path, Object.values(roles).flat().length > 0]).toEqual([path, true])
})

/** `narrow`: the narrowest supported, a desktop page at four times its size (WCAG 1.4.10). */
const SCREENS = {
  phone: { width: 360, height: 760 },
  narrow: { width: 320, height: 640 },
  desk: { width: 1440, height: 900 },
} as const

for (const language of ['am', 'en'] as const) {
  for (const role of ROLES) {
    const addresses = [...addressesOf(role), ...(role === 'visitor' ? ELSEWHERE : [])]
    for (let first = 0; first < addresses.length; first += STRETCH) {
      const stretch = addresses.slice(first, first + STRETCH)
      test(`${role}, ${language}: ${stretch.join(' ')} have their heads, no barriers in ${LOOKS[language].colorScheme}, and fit (R22, C9)`, async ({
        browser,
        baseURL,
      }) => {
        test.slow()
        const { context, cafe } = await enterAs(browser, {
          role,
          viewport: SCREENS[LOOKS[language].screen],
          ...(baseURL !== undefined && { baseURL }),
        })
        const page = await context.newPage()
        for (const address of stretch) await look(page, cafe(address), language)
        await context.close()
      })
    }
  }
}

/** Loaded once; barriers are looked for in the language's look, the width on each screen. */
async function look(page: Page, address: string, language: 'am' | 'en'): Promise<void> {
  const tag = language === 'am' ? 'hy' : 'en'
  const { screen, colorScheme } = LOOKS[language]
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(SCREENS[screen])
  const reply = await page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${tag}`)
  const sent = expectHead((await reply?.text()) ?? '', address, tag)
  // Everything has loaded: no skeleton, no spinner.
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.animate-breathe'), `${address} has loaded`).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
  await expect(page.locator('head title')).toHaveCount(1)
  // A public page keeps the server's title; one behind a session may know a better one.
  const at = pageAt(address.split('?')[0] ?? '')
  if (at && PAGES[at.pattern].listed) await expect(page, address).toHaveTitle(sent)
  for (const one of ['meta[name=description]', 'link[rel=canonical]', 'meta[property="og:image"]'])
    await expect(page.locator(one), `${address} ${one}`).toHaveCount(1)
  await expect(page.locator('link[rel=alternate][hreflang]'), address).toHaveCount(3)

  await expectNoBarriers(page, `${address} ${colorScheme}, ${screen}`)
  for (const viewport of Object.values(SCREENS)) {
    await page.setViewportSize(viewport)
    await expectFits(page, address)
  }
}

/** What crawlers read without scripts; returns the title. */
function expectHead(html: string, address: string, tag: 'hy' | 'en'): string {
  const heads = {
    lang: /<html lang="([^"]*)"/.exec(html)?.[1],
    title: /<title[^>]*>([^<]+)<\/title>/.exec(html)?.[1],
    description: /<meta [^>]*name="description" content="([^"]+)"/.exec(html)?.[1],
    canonical: /<link [^>]*rel="canonical" href="([^"]+)"/.exec(html)?.[1],
    image: /<meta [^>]*property="og:image" content="([^"]+)"/.exec(html)?.[1],
    alternates: [...html.matchAll(/<link [^>]*rel="alternate" hreflang="([^"]+)" href="[^"]+"/g)].map(
      ([, hreflang]) => hreflang,
    ),
  }
  const brand = tag === 'hy' ? / · Հատիկ$/ : / · Hatik$/
  expect(heads, `${address}: the head in the server's HTML`).toEqual({
    lang: tag,
    title: expect.stringMatching(brand),
    description: expect.stringMatching(/.{10}/),
    canonical: expect.stringMatching(/^https?:\/\//),
    image: expect.stringMatching(/^https?:\/\/.*\.png$/),
    alternates: ['hy', 'en', 'x-default'],
  })
  return heads.title ?? ''
}

async function expectFits(page: Page, address: string): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect
    .poll(wider, { message: `${address} is wider than ${page.viewportSize()?.width} px` })
    .toBeLessThanOrEqual(0)
}
