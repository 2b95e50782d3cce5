/** Mails, and acts of administrators or time, for browser tests. */
import { expect, type Browser, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import type { BusinessStatus, Language } from '#contracts/calls/account/session.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { readInstance } from '../../local/instance.ts'
import type { CaughtMail } from '../../local/servers/mail-catcher.ts'
import { cookieOf } from '../people/person.ts'

const baseUrl = (): string => process.env['HATIK_E2E_URL'] ?? ''

/** A new address. */
export const newAddress = (name: string): string => `${name}-${randomBytes(5).toString('hex')}@hatik.test`

/** Newest first. */
async function mailsTo(email: string): Promise<CaughtMail[]> {
  const answer = await fetch(`${baseUrl()}/dev/inbox.json`)
  return ((await answer.json()) as CaughtMail[]).filter((mail) => mail.to === email)
}

/** Path and query of the link to `page` in the newest mail, once `count` mails have one. */
export async function linkTo(page: string, email: string, count = 1): Promise<string> {
  let links: string[] = []
  const inMails = async (): Promise<number> => {
    links = (await mailsTo(email)).flatMap((mail) =>
      mail.links.filter((link) => new URL(link).pathname === page).slice(0, 1),
    )
    return links.length
  }
  await expect
    .poll(inMails, { timeout: 20_000, message: `Mails to ${email} with a link to ${page}` })
    .toBeGreaterThanOrEqual(count)
  const { pathname, search } = new URL(links[0] ?? '')
  return pathname + search
}

/** Simulates an administrator or the calendar; the API notices after about a second. */
export async function setBusinessStatus(email: string, status: BusinessStatus): Promise<void> {
  const instance = await readInstance()
  if (!instance) throw new Error('HATIK_DATA_DIR names no running product')
  const pool = createPool(instance.databaseUrl, { max: 1, name: 'hatik-e2e' })
  try {
    const { rowCount } = await pool.query(
      'UPDATE business_profiles SET status = $2 WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      [email, status],
    )
    expect(rowCount).toBe(1)
  } finally {
    await pool.end()
  }
}

export interface SignUp {
  email: string
  password: string
  language: 'am' | 'en'
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(baseUrl() + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Signs up by API and returns the cookie. */
export async function signUpElsewhere(person: SignUp): Promise<string> {
  const answer = await post('/api/auth/signup', { ...person, role: 'buyer', firstName: 'Անի', lastName: 'Գնորդ' })
  expect(answer.status).toBe(201)
  return cookieOf(answer.headers)
}

export async function verifyElsewhere(link: string, password: string): Promise<void> {
  const token = new URL(link, baseUrl()).searchParams.get('token')
  expect((await post('/api/auth/verify-email', { token, password })).status).toBe(200)
}

/** Signs up and verifies by API. */
export async function newBuyer(person: SignUp): Promise<void> {
  const cookie = await signUpElsewhere(person)
  const link = await linkTo('/verify-email', person.email)
  const verified = await fetch(`${baseUrl()}/api/auth${link}`, { headers: { cookie } })
  expect(verified.status).toBe(200)
  // Verification signed this call in; only the test's browsers should be signed in.
  const left = await fetch(`${baseUrl()}/api/auth/logout`, {
    method: 'POST',
    headers: { cookie: cookieOf(verified.headers) },
  })
  expect(left.status).toBe(200)
}

/** Through the sign-in form. */
export async function signIn(page: Page, email: string, password: string, language: Language): Promise<void> {
  await page.goto(`/auth?lang=${language}`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

/** Up to the first page of a business. */
export async function signInAsBusiness(page: Page, email: string, password: string): Promise<void> {
  await signIn(page, email, password, 'en')
  await page.waitForURL(/\/(dashboard|billing)$/)
}

/** A second browser without storage. */
export async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage()
}

/** A browser of its own at the dashboard of a demo account, once its live stream is open. */
export async function openDashboard(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
  language: Language,
  viewport: { width: number; height: number } = { width: 1440, height: 900 },
): Promise<Page> {
  const context = await browser.newContext({ viewport, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  const live = page.waitForResponse(/\/api\/live/)
  await page.goto(`/dashboard?lang=${language}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill('Hatik-demo-1')
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('input[name=password]')).toHaveCount(0)
  await live
  return page
}
