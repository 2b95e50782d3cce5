import type { Locator, Page } from '@playwright/test'
import type { AuditMovements } from '#contracts/calls/staff/audit.ts'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'
import { another, signIn, signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const DEMO_PASSWORD = 'Hatik-demo-1'
const PHONE = { width: 360, height: 760 }

async function signInAsAuditor(page: Page): Promise<void> {
  await signIn(page, 'auditor@hatik.test', DEMO_PASSWORD, 'am')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Pixels beyond the scrolling box. */
const hiddenIn = (box: Locator) => box.evaluate((element) => element.scrollWidth - element.clientWidth)

/** Number of lines of an element's text. */
const linesOf = (words: Locator) =>
  words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element)
    return range.getClientRects().length
  })

/** Colours of the left and the right shadow. */
const shadowsOf = (box: Locator) =>
  box.evaluate((element) =>
    [...getComputedStyle(element).boxShadow.matchAll(/rgba?\([^)]*\)/g)].map(
      ([colour]) => colour !== 'rgba(0, 0, 0, 0)',
    ),
  )

for (const language of ['am', 'en'] as const) {
  test(`on a phone plans are compared beside each other, and each invoice and event is a list of its cells (${language}) (R225)`, async ({
    page,
  }) => {
    const words = wordsOf(language)
    await page.setViewportSize(PHONE)
    await page.goto(`/pricing?lang=${language}`)
    const comparison = page.getByRole('table')
    for (const plan of Object.values(words.plans))
      await expect(comparison.getByRole('columnheader', { name: plan })).toBeVisible()
    await expect(comparison.getByRole('row').nth(1).getByRole('rowheader')).toHaveText(words.pricing.priceMonth)
    expect(await hiddenIn(page.getByRole('group', { name: words.pricing.compare }))).toBe(0)

    await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
    await page.goto(`/billing?lang=${language}`)
    const invoices = page.getByRole('table', { name: words.invoices.title })
    await expect(invoices.getByRole('columnheader')).toHaveText([
      words.invoices.number,
      words.invoices.issued,
      words.invoices.what,
      words.invoices.state,
      words.invoices.amount,
      words.invoices.pdf,
    ])
    await expect(invoices.getByRole('row').nth(1).getByRole('cell')).toHaveCount(6)
    expect(await hiddenIn(page.getByRole('group', { name: words.invoices.title }))).toBe(0)
    await expectToFitWithoutBarriers(page)

    await page.goto(`/figures/events?lang=${language}`)
    const events = page.getByRole('table', { name: words.events.title })
    await expect(events.getByRole('row').nth(1).getByRole('cell')).toHaveCount(6)
    expect(await hiddenIn(page.getByRole('group', { name: words.events.title }))).toBe(0)
    await expectToFitWithoutBarriers(page)
  })
}

test('on a phone an administrator sees all of an invoice, and the button to confirm it (H36)', async ({ page }) => {
  const { admin, transfers, invoices, invoiceRegister } = wordsOf('am')
  await page.setViewportSize(PHONE)
  await page.goto('/auth?lang=am')
  await page.locator('[name=email]').fill('admin@hatik.test')
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/admin/dashboard/invoices')
  const table = page.getByRole('table', { name: admin.tabs.invoices })
  const confirm = table.getByRole('button', { name: transfers.enter }).first()
  await expect(confirm).toBeVisible()
  expect(await hiddenIn(page.getByRole('group', { name: admin.tabs.invoices }))).toBe(0)
  await page.getByRole('combobox', { name: invoices.state }).selectOption('paid')
  await expect(confirm).toHaveCount(0)
  // One below the other: beside each other they were two letters wide.
  const said = table
    .getByRole('row')
    .last()
    .getByRole('cell')
    .last()
    .locator('span.block, span.block >> xpath=preceding-sibling::span')
  await expect
    .poll(() =>
      said.evaluateAll((parts) => new Set(parts.map((part) => Math.round(part.getBoundingClientRect().right))).size),
    )
    .toBe(1)
  for (const name of [admin.tabs.invoices, invoiceRegister.title])
    expect(await hiddenIn(page.getByRole('group', { name }))).toBe(0)
  await expectToFitWithoutBarriers(page)
})

test('on a tablet an administrator sees the whole table of businesses (H36)', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await signIn(page, 'admin@hatik.test', DEMO_PASSWORD, 'am')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/admin/dashboard/businesses')
  const { admin, adminBusinesses } = wordsOf('am')
  await expect(page.getByRole('button', { name: adminBusinesses.details }).first()).toBeVisible()
  expect(await hiddenIn(page.getByRole('group', { name: admin.tabs.businesses }))).toBe(0)
})

test("names and figures are not broken: a plan's beside its badge on a tablet, an award's points on a phone", async ({
  page,
}) => {
  const { award } = wordsOf('am')
  await page.setViewportSize({ width: 820, height: 1180 })
  await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
  await page.goto('/billing?lang=am')
  const plans = page.locator('[data-plan] h2')
  await expect(plans).toHaveCount(3)
  for (const name of await plans.all()) expect(await linesOf(name)).toBe(1)
  await page.setViewportSize(PHONE)
  await page.goto('/dashboard')
  await page.getByLabel(award.amount).fill('5000')
  const earned = page.locator('strong', { hasText: filled(award.preview_other, { points: '10' }) })
  await expect(earned).toBeVisible()
  expect(await linesOf(earned)).toBe(1)
})

test("on a phone a stored event's values are below their names, and its type is on one line (H33)", async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signInAsAuditor(page)
  await page.locator('a[href^="/audit/events/"]').first().click()
  const kind = page.getByTestId('stored-event').locator('dd').first()
  await expect(kind).toBeVisible()
  expect(await linesOf(kind)).toBe(1)
  await expectToFitWithoutBarriers(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a table has a shadow on each side that hides more, and is focusable only then (${colorScheme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(PHONE)
    await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
    await page.goto('/figures?lang=am')
    const box = page.getByRole('group', { name: wordsOf('am').figures.book })
    await expect.poll(() => shadowsOf(box)).toEqual([false, true])
    await box.focus()
    await expect(box).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shadowsOf(box)).toEqual([true, true])
    await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await expect.poll(() => shadowsOf(box)).toEqual([true, false])
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => shadowsOf(box)).toEqual([false, false])
    await box.focus()
    await expect(box).not.toBeFocused()
  })
}

/** A4 without margins, in CSS pixels. */
const PAPER = { width: 718, height: 1046 }

/** Whether the whole table is visible without scrolling. */
const isWhole = (box: Locator) =>
  box.evaluate(
    (element) =>
      getComputedStyle(element).overflowX === 'visible' &&
      [...element.children].every((table) => table.getBoundingClientRect().right <= innerWidth),
  )

test('on paper no column is missing, because nobody can scroll there', async ({ page, browser, baseURL }) => {
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
  for (const language of ['am', 'en'] as const) {
    const { figures, buyers } = wordsOf(language)
    await page.goto(`/figures?lang=${language}`)
    await expect.poll(() => isWhole(page.getByRole('group', { name: figures.book }))).toBe(true)
    await page.goto('/dashboard')
    await expect.poll(() => isWhole(page.getByRole('group', { name: buyers.title }))).toBe(true)
  }
  const auditor = await another(browser, baseURL)
  await auditor.setViewportSize(PAPER)
  await auditor.emulateMedia({ media: 'print' })
  await signInAsAuditor(auditor)
  const { audit } = wordsOf('am')
  await auditor.goto('/audit/movements')
  await expect
    .poll(() => isWhole(auditor.getByTestId('movements').getByRole('group', { name: audit.movements })))
    .toBe(true)
  await auditor.goto('/audit/balance')
  await expect.poll(() => isWhole(auditor.getByRole('group', { name: audit.byBusiness }))).toBe(true)
})

test("the movements fit a desktop of 1280 pixels in Armenian, with administrators' actions, too (H33)", async ({
  page,
}) => {
  const { audit, auditRoles } = wordsOf('am')
  await page.setViewportSize({ width: 1280, height: 800 })
  await lie<AuditMovements>(page, '**/api/audit/movements*', ({ movements }) => {
    for (const { actor } of movements) Object.assign(actor, { role: 'admin', id: 1234 })
  })
  await signInAsAuditor(page)
  await page.goto('/audit/movements')
  await expect(page.getByTestId('movements').getByRole('row').last()).toContainText(auditRoles.adminShort)
  expect(await hiddenIn(page.getByTestId('movements').getByRole('group', { name: audit.movements }))).toBe(0)
})
