/** All pages of the app by role, for tests of every page. */
import { expect, type Browser, type BrowserContext, type BrowserContextOptions } from '@playwright/test'
import type { PagePath } from '#contracts/pages/page-metadata.ts'
import { ADMIN_TABS } from '../../../web/app/frames/staff/admin-tabs.ts'

const PASSWORD = 'Hatik-demo-1'
const SIGN_INS = {
  visitor: undefined,
  buyer: { call: '/api/auth/login', email: 'ani@hatik.test' },
  business: { call: '/api/auth/login', email: 'cafe@hatik.test' },
  auditor: { call: '/api/admin/login', email: 'auditor@hatik.test' },
  administrator: { call: '/api/admin/login', email: 'admin@hatik.test' },
  /** An administrator visiting the café. */
  support: { call: '/api/admin/login', email: 'admin@hatik.test' },
} as const
export type Role = keyof typeof SIGN_INS
/** Placeholder for the café's ID. */
const CAFE = 'CAFE'

export const WALK: Record<PagePath, Partial<Record<Role, readonly string[]>>> = {
  '/': { visitor: ['/'], support: ['/'] },
  '/auth': { visitor: ['/auth', '/auth?signup=true'] },
  '/forgot-password': { visitor: ['/forgot-password'] },
  '/reset-password': { visitor: ['/reset-password', '/reset-password?token=long-gone'] },
  '/verify-email': { visitor: ['/verify-email', '/verify-email?token=long-gone'] },
  '/invitation': { visitor: ['/invitation', '/invitation?token=long-gone'] },
  '/business-registration': { visitor: ['/business-registration'] },
  '/businesses': { visitor: ['/businesses'] },
  '/business-directory': { visitor: ['/business-directory'] },
  '/business/:slug': { visitor: ['/business/kofe-tun'], buyer: ['/business/kofe-tun'] },
  '/join/:slug': { visitor: ['/join/kofe-tun'] },
  '/about': { visitor: ['/about'] },
  '/contact': { visitor: ['/contact'] },
  '/pricing': { visitor: ['/pricing'], business: ['/pricing'] },
  '/legal/terms': { visitor: ['/legal/terms'] },
  '/legal/privacy': { visitor: ['/legal/privacy'] },
  '/legal/cookies': { visitor: ['/legal/cookies'] },
  '/billing': { business: ['/billing'] },
  '/edit-business': { business: ['/edit-business'] },
  '/edit-profile': { buyer: ['/edit-profile'], business: ['/edit-profile'] },
  '/buyers': { business: ['/buyers'] },
  // A buyer of the demo, and a code that is nobody's.
  '/buyers/:code': { business: ['/buyers/KH0001', '/buyers/ZZ9999'] },
  '/perks': { business: ['/perks'] },
  '/figures': { business: ['/figures'] },
  '/figures/events': { business: ['/figures/events'] },
  '/reports': { business: ['/reports'] },
  '/people-and-tills': { business: ['/people-and-tills'] },
  '/dashboard': {
    visitor: ['/dashboard'],
    buyer: ['/dashboard'],
    business: ['/dashboard'],
    auditor: ['/dashboard'],
    administrator: ['/dashboard'],
    support: ['/dashboard'],
  },
  '/counter': { visitor: ['/counter'], business: ['/counter'], support: ['/counter'] },
  '/counter/display': { visitor: ['/counter/display'] },
  '/till': { visitor: ['/till', '/till?code=SRCH2345'] },
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
export const ROLES = Object.keys(SIGN_INS) as Role[]

export const addressesOf = (role: Role): string[] => Object.values(WALK).flatMap((roles) => roles[role] ?? [])

/** `cafe` replaces the placeholder in an address. */
export async function enterAs(
  browser: Browser,
  { role, ...options }: BrowserContextOptions & { role: Role },
): Promise<{ context: BrowserContext; cafe: (address: string) => string }> {
  const context = await browser.newContext(options)
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
  return { context, cafe: (address) => address.replace(CAFE, cafe) }
}
