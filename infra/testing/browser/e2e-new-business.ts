/** A business of the test's own, for browser tests. */
import { expect, type Page } from '@playwright/test'
import { linkTo, newAddress, setBusinessStatus, signInAsBusiness } from './e2e-people.ts'

export const PASSWORD = 'Correct-horse-1'

/** Registered and verified through the API, and approved. */
export async function newBusiness(page: Page): Promise<string> {
  const email = newAddress('shop')
  const fields = {
    firstName: 'Մարիամ',
    lastName: 'Խանութ',
    email,
    phone: '+37491123456',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    legalStatus: 'llc',
    taxId: '01234567',
    businessName: 'Նոր խանութ',
    industry: 'Retail',
    description: 'Ամեն ինչ',
    address: '',
    language: 'en',
    instagramUrl: 'https://instagram.com/shop',
  }
  const registered = await page.request.post('/api/auth/business-register', {
    multipart: fields,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  expect((await page.request.get(`/api/auth${await linkTo('/verify-email', email)}`)).ok()).toBe(true)
  await setBusinessStatus(email, 'active')
  await page.context().clearCookies()
  await signInAsBusiness(page, email, PASSWORD)
  return email
}

export async function addPerk(page: Page, name: string, points: string): Promise<void> {
  await page.getByRole('button', { name: 'Add perk' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=name]').fill(name)
  await dialog.locator('[name=description]').fill(`${name}, warm`)
  await dialog.locator('[name=pointsRequired]').fill(points)
  await dialog.getByRole('button', { name: 'Add perk' }).click()
}
