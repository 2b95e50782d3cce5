/**
 * Every address of the app, seen by whom it is for, in both languages, light and dark, on a phone and on a desk: its head in the server's
 * HTML, no barriers, and nothing wider than the screen (R22, C9). An address that nobody lists here fails.
 */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { PAGES, pageAt, type PagePath } from '#contracts/heads.ts'
import { expectNoBarriers } from '../../infra/quality/barriers.ts'
import { expect, test } from '../../infra/quality/e2e.ts'
import { ADMIN_TABS } from './admin-tabs.ts'

const PASSWORD = 'Hatik-demo-1'
const SIGN_INS = {
  visitor: undefined,
  buyer: { call: '/api/auth/login', email: 'ani@hatik.test' },
  business: { call: '/api/auth/login', email: 'cafe@hatik.test' },
  auditor: { call: '/api/admin/login', email: 'auditor@hatik.test' },
  administrator: { call: '/api/admin/login', email: 'admin@hatik.test' },
  /** An administrator on a visit to the café. */
  support: { call: '/api/admin/login', email: 'admin@hatik.test' },
} as const
type Role = keyof typeof SIGN_INS
/** Stands for the café's id in an address; only the running product knows it. */
const CAFE = 'CAFE'

/** For each page who sees what at it. */
const WALK: Record<PagePath, Partial<Record<Role, readonly string[]>>> = {
  '/': { visitor: ['/'], support: ['/'] },
  '/auth': { visitor: ['/auth', '/auth?signup=true'] },
  '/forgot-password': { visitor: ['/forgot-password'] },
  '/reset-password': { visitor: ['/reset-password', '/reset-password?token=long-gone'] },
  '/verify-email': { visitor: ['/verify-email', '/verify-email?token=long-gone'] },
  '/business-registration': { visitor: ['/business-registration'] },
  '/businesses': { visitor: ['/businesses'] },
  '/business-directory': { visitor: ['/business-directory'] },
  '/business/:slug': { visitor: ['/business/kofe-tun'], buyer: ['/business/kofe-tun'] },
  '/about': { visitor: ['/about'] },
  '/contact': { visitor: ['/contact'] },
  '/pricing': { visitor: ['/pricing'], business: ['/pricing'] },
  '/legal/terms': { visitor: ['/legal/terms'] },
  '/legal/privacy': { visitor: ['/legal/privacy'] },
  '/legal/cookies': { visitor: ['/legal/cookies'] },
  '/billing': { business: ['/billing'] },
  '/edit-business': { business: ['/edit-business'] },
  '/edit-profile': { buyer: ['/edit-profile'], business: ['/edit-profile'] },
  '/figures': { business: ['/figures'] },
  '/figures/events': { business: ['/figures/events'] },
  '/dashboard': {
    visitor: ['/dashboard'],
    buyer: ['/dashboard'],
    business: ['/dashboard'],
    auditor: ['/dashboard'],
    administrator: ['/dashboard'],
    support: ['/dashboard'],
  },
  '/statement/:id': { buyer: [`/statement/${CAFE}`] },
  '/time-travel/:id': {
    visitor: ['/time-travel/1'],
    administrator: [`/time-travel/${CAFE}`],
    support: [`/time-travel/${CAFE}`],
  },
  '/verify': { visitor: ['/verify'] },
  '/audit/movements': { auditor: ['/audit/movements'] },
  '/audit/events/:position': { auditor: ['/audit/events/40'] },
  '/audit/balance': { auditor: ['/audit/balance'] },
  '/audit/visits': { auditor: ['/audit/visits'] },
  '/audit/acts': { auditor: ['/audit/acts'] },
  '/audit/heads': { auditor: ['/audit/heads'] },
  '/hatik': { visitor: ['/hatik'] },
  '/admin/dashboard': { administrator: ['/admin/dashboard'] },
  '/admin/dashboard/:tab': {
    administrator: ADMIN_TABS.filter(({ path }) => path !== '').map(({ path }) => `/admin/dashboard/${path}`),
  },
}
/** Seen by a visitor beside the pages. */
const ELSEWHERE = ['/no-such-page', '/%E0%A4%A', '/business/no-such-business']
/** How many addresses a test walks: each of them takes seconds on a slow machine. */
const STRETCH = 5

test('the walk knows every page of the app and every address of the router', () => {
  expect(Object.keys(WALK).sort()).toEqual(Object.keys(PAGES).sort())
  const router = readFileSync(new URL('./router.tsx', import.meta.url), 'utf8')
  const addresses = [...router.matchAll(/path="([^"*]+)"/g)].map(([, path = '']) => path)
  const walked = Object.keys(WALK).map((path) => path.replace(/^\/legal\/.*/, '/legal/:name'))
  expect([...new Set(walked)].sort()).toEqual([...new Set(addresses)].sort())
  for (const [path, roles] of Object.entries(WALK))
    expect([path, Object.values(roles).flat().length > 0]).toEqual([path, true])
})

/** `narrow`: the narrowest that still has to do, a desk page at four times its size (WCAG 1.4.10). */
const SCREENS = {
  phone: { width: 360, height: 760 },
  narrow: { width: 320, height: 640 },
  desk: { width: 1440, height: 900 },
} as const

for (const language of ['am', 'en'] as const) {
  for (const role of Object.keys(SIGN_INS) as Role[]) {
    const addresses = [
      ...Object.values(WALK).flatMap((roles) => roles[role] ?? []),
      ...(role === 'visitor' ? ELSEWHERE : []),
    ]
    for (let first = 0; first < addresses.length; first += STRETCH) {
      const stretch = addresses.slice(first, first + STRETCH)
      test(`${role}, ${language}: ${stretch.join(' ')} have their heads, no barriers, light and dark, and fit (R22, C9)`, async ({
        browser,
        baseURL,
      }) => {
        test.slow()
        const { context, cafe } = await enterAs(browser, baseURL, role)
        const page = await context.newPage()
        for (const address of stretch) await look(page, address.replace(CAFE, cafe), language)
        await context.close()
      })
    }
  }
}

async function enterAs(
  browser: Browser,
  baseURL: string | undefined,
  role: Role,
): Promise<{ context: BrowserContext; cafe: string }> {
  const context = await browser.newContext({ viewport: SCREENS.phone, ...(baseURL !== undefined && { baseURL }) })
  const send = async (call: string, data: object) => {
    const answer = await context.request.post(call, { data, headers: { 'idempotency-key': crypto.randomUUID() } })
    expect([call, answer.ok()], await answer.text()).toEqual([call, true])
    return (await answer.json()) as { id: number }
  }
  const sender = SIGN_INS.business
  const cafe = String((await send(sender.call, { email: sender.email, password: PASSWORD })).id)
  await context.clearCookies()
  const signIn = SIGN_INS[role]
  if (signIn) await send(signIn.call, { email: signIn.email, password: PASSWORD })
  if (role === 'support')
    await send('/api/admin/impersonation/start', { userId: Number(cafe), reason: 'to see what the business sees' })
  return { context, cafe }
}

/** One address: loaded once, read in light on a phone and in dark on a desk. */
async function look(page: Page, address: string, language: 'am' | 'en'): Promise<void> {
  const tag = language === 'am' ? 'hy' : 'en'
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(SCREENS.phone)
  const reply = await page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${tag}`)
  const sent = expectHead((await reply?.text()) ?? '', address, tag)
  // What was promised is there: no skeleton, no spinner.
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.animate-breathe'), `${address} has loaded`).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
  await expect(page.locator('head title')).toHaveCount(1)
  // A page for everybody keeps the server's title; one behind a session may know a better one.
  const at = pageAt(address.split('?')[0] ?? '')
  if (at && PAGES[at.pattern].listed) await expect(page, address).toHaveTitle(sent)
  for (const one of ['meta[name=description]', 'link[rel=canonical]', 'meta[property="og:image"]'])
    await expect(page.locator(one), `${address} ${one}`).toHaveCount(1)
  await expect(page.locator('link[rel=alternate][hreflang]'), address).toHaveCount(3)

  await expectFits(page, address)
  await expectNoBarriers(page, `${address} light, phone`)
  await page.setViewportSize(SCREENS.narrow)
  await expectFits(page, address)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(SCREENS.desk)
  await expectFits(page, address)
  await expectNoBarriers(page, `${address} dark, desk`)
}

/** What crawlers read, with no script run; gives the title. */
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
