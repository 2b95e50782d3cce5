import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import {
  linkTo,
  newAddress,
  setBusinessStatus,
  signIn,
  signInAsBusiness,
} from '../../../infra/testing/browser/e2e-people.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const DEMO_PASSWORD = 'Hatik-demo-1'

/** Registered and verified through the API, and approved. */
async function newBusiness(page: Page): Promise<string> {
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

async function addPerk(page: Page, name: string, points: string): Promise<void> {
  await page.getByRole('button', { name: 'Add perk' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=name]').fill(name)
  await dialog.locator('[name=description]').fill(`${name}, warm`)
  await dialog.locator('[name=pointsRequired]').fill(points)
  await dialog.getByRole('button', { name: 'Add perk' }).click()
}

test('perks: the form reports missing fields; one perk takes Starter from 0 to 100 %; at the limit the form is read-only; edit and delete ask (R78, R88-R90, R168)', async ({
  page,
}) => {
  await newBusiness(page)
  const bar = page.getByTestId('subscription').getByRole('progressbar', { name: 'Perks' })
  await expect(bar).toHaveAttribute('aria-valuenow', '0')

  await page.getByRole('button', { name: 'Add perk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add perk' }).click()
  await expect(page.getByRole('dialog').getByText('Required', { exact: true })).toHaveCount(3)
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await addPerk(page, 'Gata', '0.7')
  await expect(page.getByText('Points must be at least 0.5, in steps of 0.5')).toBeVisible()
  await page.keyboard.press('Escape')

  await addPerk(page, 'Gata', '6.5')
  await expect(page.getByTestId('perk-grid')).toContainText('6.5 points')
  await expect(bar).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByTestId('subscription').getByText('Nearing the limit')).toHaveCount(0)
  await expect(page.getByTestId('subscription').getByRole('link', { name: 'Upgrade plan' })).toHaveAttribute(
    'href',
    '/billing',
  )

  await page.getByRole('button', { name: 'Add perk' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Perk limit reached')
  for (const field of ['name', 'description', 'pointsRequired'])
    await expect(dialog.locator(`[name=${field}]`)).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Add perk' })).toBeDisabled()
  await expectNoBarriers(page)
  // A read-only form can still be left.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit: Gata' }).click()
  await expect(dialog.locator('[name=pointsRequired]')).toHaveValue('6.5')
  // By key, because `fill` would not show a number field dropping the comma.
  await dialog.locator('[name=pointsRequired]').fill('')
  await dialog.locator('[name=pointsRequired]').pressSequentially('12,5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('perk-grid')).toContainText('12.5 points')

  await page.getByRole('button', { name: 'Delete: Gata' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Codes they already have stay valid')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByTestId('perk-grid')).toContainText('Gata')
  await page.getByRole('button', { name: 'Delete: Gata' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No perks yet')).toBeVisible()
  await expect(bar).toHaveAttribute('aria-valuenow', '0')
})

test('one press makes one perk, even if the list takes long to refresh (C18)', async ({ page }) => {
  await newBusiness(page)
  await page.route(/\/api\/business\/\d+\/(perks|subscription)$/, async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fallback()
  })
  let created = 0
  page.on(
    'response',
    (answer) => void (answer.request().method() === 'POST' && answer.url().endsWith('/perks') && (created += 1)),
  )
  await addPerk(page, 'Gata', '6.5')
  await expect.poll(() => created).toBe(1)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('perk-grid').locator('li')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(created).toBe(1)
  await expect(page.getByText('Failed to create perk')).toHaveCount(0)
})

test('a refused perk is reported in the specified words (R213)', async ({ page }) => {
  await newBusiness(page)
  await page.route('**/api/business/*/perks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'perk_limit_reached', message: 'Perk limit reached' } })
      : route.continue(),
  )
  await addPerk(page, 'Gata', '6.5')
  await expect(page.getByText('Failed to create perk')).toBeVisible()
  await expect(page.getByText('Perk limit reached')).toBeVisible()
})

for (const [used, state] of [
  [799, 'calm'],
  [800, 'near'],
  [999, 'near'],
  [1_000, 'full'],
] as const) {
  test(`${used} of 1,000 transactions: ${state} (R77)`, async ({ page }) => {
    await lie(
      page,
      '**/api/business/*/subscription',
      (answer: object) =>
        void Object.assign(answer, {
          transactionLimit: 1_000,
          currentTransactionCount: used,
          perkLimit: 5,
          currentPerkCount: 1,
        }),
    )
    await signInAsBusiness(page, 'books@hatik.test', DEMO_PASSWORD)
    const card = page.getByTestId('subscription')
    await expect(card).toContainText(`${used === 1_000 ? '1,000' : used} / 1,000`)
    await expect(card.getByText('Nearing the limit')).toHaveCount(state === 'near' ? 1 : 0)
    await expect(card.getByText('Limit reached')).toHaveCount(state === 'full' ? 1 : 0)
    await expect(card.getByRole('link', { name: 'Upgrade plan' })).toHaveCount(state === 'full' ? 1 : 0)
  })
}

test('prices: three plans, monthly or yearly, and questions, for everyone (H39)', async ({ page }) => {
  await page.goto('/pricing?lang=en')
  await expect(page.locator('[data-plan]')).toHaveCount(3)
  await expect(page.locator('[data-plan=standard]')).toContainText('14,900')
  await page.getByText('Yearly', { exact: true }).click()
  await expect(page.locator('[data-plan=standard]')).toContainText('149,000')
  await page.getByText('Can I get my money back?').click()
  await expect(page.getByText('A yearly plan is refunded in full if you cancel within 14 days.')).toBeVisible()
  await expectNoBarriers(page)
})

test("from the trial to a paid invoice, a refused downgrade, and a year's refund (H36, H38, R155, R226)", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const email = await newBusiness(page)

  await page.goto('/billing')
  await expectNoBarriers(page)
  // The next choice replaces its bill.
  await page.locator('[data-plan=prime]').getByRole('button').click()
  await expect(page.getByRole('alertdialog')).not.toContainText('withdrawn')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await enterPassword(page, wordsOf('en'))
  await expect(page.getByTestId('open-invoice')).toContainText('39,900')
  await page.getByText('Yearly', { exact: true }).click()
  await page.locator('[data-plan=standard]').getByRole('button').click()
  await expect(page.getByRole('alertdialog')).toContainText('149,000')
  await expect(page.getByRole('alertdialog')).toContainText(/Your open invoice HTK-\d{4}-\d{6} is withdrawn/)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const open = page.getByTestId('open-invoice')
  await expect(open).toContainText('149,000')
  // The focus moves to the bill, above the plans.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.locator(':focus').getByTestId('open-invoice')).toBeInViewport()
  expect((await open.boundingBox())?.y).toBeLessThan((await page.locator('[data-plan]').first().boundingBox())?.y ?? 0)
  await expect(open).toContainText('The plan starts as soon as the transfer is confirmed.')
  const number =
    (
      await page
        .getByText(/HTK-\d{4}-\d{6}/)
        .first()
        .textContent()
    )?.match(/HTK-\d{4}-\d{6}/)?.[0] ?? ''
  await expect(open).toContainText(number)
  await expectNoBarriers(page)

  for (const language of ['Հայ', 'Eng']) {
    const address = await page.getByRole('link', { name: `PDF: ${number} ${language}` }).getAttribute('href')
    const pdf = await page.request.get(address ?? '')
    expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  }

  const admin = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const signedIn = await admin.request.post('/api/auth/login', {
    data: { email: 'admin@hatik.test', password: DEMO_PASSWORD },
  })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)
  const { invoices } = (await (await admin.request.get('/api/admin/invoices?state=open')).json()) as {
    invoices: { id: number; number: string }[]
  }
  const invoice = invoices.find((each) => each.number === number)
  const confirmed = await admin.request.post(`/api/admin/invoices/${invoice?.id}/confirm`, {
    data: {},
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  await admin.close()

  await page.getByRole('button', { name: 'I have paid, check again' }).click()
  await expect(page.getByTestId('current-plan')).toContainText('Standard, yearly')
  await expect(open).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Paid')

  await page.goto('/dashboard')
  await addPerk(page, 'Gata', '6.5')
  await expect(page.getByTestId('perk-grid').locator('li')).toHaveCount(1)
  await addPerk(page, 'Coffee', '10')
  await expect(page.getByTestId('perk-grid').locator('li')).toHaveCount(2)
  await page.goto('/billing')
  await page.locator('[data-plan=starter]').getByRole('button').click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByTestId('perks-to-delete')).toContainText('Delete 1 perk')
  await expect(page.getByTestId('perks-to-delete')).toBeFocused()

  await page.getByRole('button', { name: 'Cancel with a full refund' }).click()
  await page.getByRole('button', { name: 'Cancel and refund' }).click()
  await expect(page.getByText('Your paid period has ended')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Refund' })).toContainText('149,000')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/billing$/)

  // H24: the next sign-in mentions no trial, and leads to the payment.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('hatik.user'))
  await signIn(page, email, PASSWORD, 'en')
  await expect(page.getByText('Your paid period has ended').first()).toBeVisible()
  await expect(page.getByText('Your trial has expired')).toHaveCount(0)
  await expect(page).toHaveURL(/\/billing$/)

  // C1: an expired business has no other page, so perks are deleted here.
  await page.getByText('Monthly', { exact: true }).click()
  await page.locator('[data-plan=starter]').getByRole('button').click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await enterPassword(page, wordsOf('en'))
  const tooSmall = page.getByTestId('perks-to-delete')
  await expect(tooSmall).toContainText('Delete 1 perk')
  await expectNoBarriers(page)
  await tooSmall.getByRole('button', { name: 'Delete: Coffee' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(tooSmall).toContainText('Your perks now fit Starter')
  await tooSmall.getByRole('button', { name: 'Choose Starter, monthly' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(open).toContainText('4,900')
  await expect(tooSmall).toHaveCount(0)
})

test("the demo's café has a paid bill and an open one, less the unused days (H36, H38)", async ({ page }) => {
  await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
  const { id } = (await (await page.request.get('/api/auth/me')).json()) as { id: number }
  const bills = (await (await page.request.get(`/api/business/${id}/invoices`)).json()) as {
    state: string
    plan: string
    cycle: string
    creditAmd: number
  }[]
  expect(bills).toMatchObject([
    { state: 'open', plan: 'prime', cycle: 'yearly' },
    { state: 'paid', plan: 'prime', cycle: 'monthly', creditAmd: 0 },
  ])
  // Nearly the whole month; a day's value depends on the month's length.
  expect(bills[0]?.creditAmd).toBeGreaterThan(36_000)
  expect(bills[0]?.creditAmd).toBeLessThan(39_900)
  await page.goto('/billing')
  await expect(page.getByTestId('current-plan')).toContainText('Prime, monthly')
  await expect(page.getByTestId('open-invoice')).toContainText(
    (399_000 - (bills[0]?.creditAmd ?? 0)).toLocaleString('en-US'),
  )
  // Staying on the present plan withdraws the bill.
  await page.locator('[data-plan=prime]').getByRole('button', { name: 'Stay on this plan' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    "Your open invoice is withdrawn and you don't need to pay it.",
  )
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expectNoBarriers(page)
})

test('only a business finds anything at its own addresses (R11, R12)', async ({ page }) => {
  await signInAsBusiness(page, 'ani@hatik.test', DEMO_PASSWORD)
  for (const address of ['/billing', '/edit-business', '/figures', '/figures/events']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
})

test('the profile: all errors at once, a logo that is checked, compressed and shown, and back to the dashboard (R94-R96, R160, R163, R164)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const sent: { type: string; size: number }[] = []
    Object.assign(window, { sent })
    const { set } = FormData.prototype
    FormData.prototype.set = function (...entry: unknown[]) {
      if (entry[1] instanceof File) sent.push({ type: entry[1].type, size: entry[1].size })
      return (set as (...args: unknown[]) => void).apply(this, entry)
    }
  })
  await newBusiness(page)
  await page.getByRole('link', { name: 'Edit business' }).click()
  await expect(page.locator('[name=businessName]')).toHaveValue('Նոր խանութ')
  await expectNoBarriers(page)
  await page.locator('[name=instagramUrl]').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await expect(page.getByText('At least one website or social media link is required')).toBeVisible()

  const file = page.locator('input[type=file]').first()
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.')).toBeVisible()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Failed to process image. Please try again.')).toBeVisible()
  const noise = Buffer.from(Array.from({ length: 900 * 700 * 3 }, (_, index) => (index * 7919) % 251))
  const large = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
    .png()
    .toBuffer()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByAltText('Logo preview')).toBeVisible()

  await page.locator('[name=address]').fill('Gyumri, Rizhkov 12')
  await page.locator('[name=website]').fill('shop.am')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const [sent] = await page.evaluate(() => (window as unknown as { sent: { type: string; size: number }[] }).sent)
  expect(sent?.type).toBe('image/webp')
  expect(sent?.size).toBeLessThanOrEqual(0.5 * 1024 * 1024)
  await page.getByRole('link', { name: 'Edit business' }).click()
  await expect(page.locator('[name=website]')).toHaveValue('https://shop.am/')
  const shown = page.getByAltText('Logo preview')
  await expect(shown).toBeVisible()
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => Math.max(image.naturalWidth, image.naturalHeight)))
    .toBe(400)
  // Shown whole to buyers and owner: cropping would cut off both ends of a wide logo.
  await expect(shown).toHaveCSS('object-fit', 'contain')
  await page.goto('/dashboard')
  await page.goto((await page.getByRole('link', { name: 'View business' }).getAttribute('href')) ?? '')
  await expect(page.getByAltText(/^Logo of/).first()).toHaveCSS('object-fit', 'contain')
})
