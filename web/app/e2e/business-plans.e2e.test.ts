import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import { addPerk, newBusiness, PASSWORD } from '../../../infra/testing/browser/e2e-new-business.ts'
import { signIn, signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const DEMO_PASSWORD = 'Hatik-demo-1'

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
