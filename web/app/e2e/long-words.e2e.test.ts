/** Words longer than a phone is wide, in names and texts, must not widen a page. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { orderDeadMail } from '../../../infra/testing/dead-mail.ts'

const LONG = 'Գերերկարանվանյակընկերությունխանութսրճարանատուն'
const LONG_ADDRESS = 'a-very-long-name-of-a-small-coffee-shop-and-bakery'
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1440, height: 900 }
const TABLET = { width: 820, height: 1180 }

let cast: Cast
test.beforeAll(async () => (cast = await openCast()))
test.afterAll(() => cast.close())

async function longBusiness(): ReturnType<Cast['business']> {
  const business = await cast.business(['0.5', '5'])
  await cast.pool.query('UPDATE business_profiles SET business_name = $2, description = $3 WHERE user_id = $1', [
    business.id,
    LONG,
    'Ա'.repeat(150),
  ])
  await cast.pool.query('UPDATE perks SET name = $2, description = $2 WHERE id = ANY($1)', [business.perkIds, LONG])
  return Object.assign(business, { businessName: LONG })
}

async function expectToFit(page: Page): Promise<void> {
  await expect(page.getByText(LONG).filter({ visible: true }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(
    0,
  )
  for (const dialog of await page.getByRole('dialog').all())
    expect(await dialog.evaluate((window) => window.scrollWidth - window.clientWidth)).toBeLessThanOrEqual(0)
}

test("the directory, a business's page and its buyer's dashboard fit a phone, whatever names and texts people write", async ({
  page,
  context,
}) => {
  const business = await longBusiness()
  const buyer = await cast.buyer()
  await cast.pool.query('UPDATE users SET first_name = $2 WHERE id = $1', [buyer.id, LONG])
  await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent: 500 })
  await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: business.perkIds[0] })
  await page.setViewportSize(PHONE)

  await page.goto(`/businesses?search=${encodeURIComponent(LONG)}`)
  await expectToFit(page)
  await page.goto(`/business/business-${business.id}`)
  await expectToFit(page)

  await enter(context, buyer)
  await page.goto('/dashboard')
  const { redeem, points, redemptions } = wordsOf('am')
  for (const title of [redeem.title, points.byBusiness, redemptions.readyTitle])
    await expect(page.getByRole('region', { name: title }).getByText(LONG).first()).toBeVisible()
  await expectToFit(page)
})

/** The long names on everything that the administrator's pages show of a business; returns its open invoice's number. */
async function fillDesk(business: Awaited<ReturnType<typeof longBusiness>>, admin: Person): Promise<string> {
  const { pool } = cast
  const [buyer, pending] = [await cast.buyer(), await longBusiness()]
  await pool.query(
    `UPDATE users SET first_name = $3, last_name = $3, email = $4 || id || '@hatik.test' WHERE id IN ($1, $2)`,
    [business.id, pending.id, LONG, LONG_ADDRESS],
  )
  await pool.query(
    `UPDATE business_profiles SET status = 'pending', address = $2, instagram_url = $3 WHERE user_id = $1`,
    [pending.id, LONG, `https://instagram.com/${LONG_ADDRESS}`],
  )
  await buyer.write('POST', `/api/business/business-${business.id}/reviews`, {
    buyerId: buyer.id,
    rating: 1,
    comment: LONG,
  })
  await admin.write('POST', `/api/admin/businesses/${business.id}/notes`, { text: LONG })
  await pool.query(`UPDATE business_profiles SET subscription_plan = 'starter' WHERE user_id = $1`, [business.id])
  const { invoice } = (
    await business.write<{ invoice: { id: number; number: string } }>(
      'POST',
      `/api/business/${business.id}/subscription`,
      { plan: 'prime', cycle: 'yearly' },
    )
  ).body
  await admin.write('POST', `/api/admin/invoices/${invoice.id}/transfers`, { amountAmd: 1, reference: LONG })
  await orderDeadMail(
    pool,
    { cause: `long:${business.id}`, template: 'approved', userId: business.id },
    { failure: `550 ${LONG}` },
  )
  return invoice.number
}

/** Number of lines of the text `part` within an element. */
const linesOf = (element: Locator, part: string): Promise<number> =>
  element.evaluate((box, text) => {
    const nodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const at = nodes.currentNode.textContent?.indexOf(text) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(nodes.currentNode, at)
      range.setEnd(nodes.currentNode, at + text.length)
      return range.getClientRects().length
    }
    return 0
  }, part)

test("so do an administrator's dialogs and pages about such a business", async ({ page, context }) => {
  test.slow()
  const words = wordsOf('am')
  const business = await longBusiness()
  const [buyer, admin] = [await cast.buyer(), await cast.admin()]
  await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent: 500 })
  await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent: 500 })
  await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: business.perkIds[0] })
  const number = await fillDesk(business, admin)
  await page.setViewportSize(PHONE)
  await enter(context, admin)
  /** Tables show all of their cells, too. */
  const expectTables = async (...names: string[]): Promise<void> => {
    await expectToFit(page)
    for (const name of names)
      expect(
        await page.getByRole('group', { name, exact: true }).evaluate((box) => box.scrollWidth - box.clientWidth),
        name,
      ).toBe(0)
  }

  await page.goto('/admin/dashboard')
  const task = page.getByTestId('tasks').getByRole('link').filter({ hasText: number })
  await expect(task).toContainText(LONG)
  await expectToFit(page)
  expect(await linesOf(task, number)).toBe(1)

  await page.goto('/admin/dashboard/approvals')
  await expectToFit(page)
  await page
    .getByRole('article', { name: LONG })
    .first()
    .getByRole('button', { name: words.adminBusinesses.reject })
    .click()
  await expect(page.getByRole('dialog').getByRole('heading')).toContainText(LONG)
  await expectToFit(page)

  await page.goto('/admin/dashboard/users')
  await page.getByRole('searchbox').fill(LONG_ADDRESS)
  await expectToFit(page)
  await page.goto('/admin/dashboard/reviews')
  await expectToFit(page)
  await page.goto('/admin/dashboard/mail')
  await page.getByRole('searchbox').fill(LONG_ADDRESS)
  await expectToFit(page)

  await page.goto(`/admin/dashboard/invoices?search=${number}`)
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText(LONG)
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await expectTables(words.admin.tabs.invoices, words.invoiceRegister.title)
  }
  await page.getByRole('button', { name: words.transfers.enter }).click()
  const transfers = page.getByRole('dialog')
  await expect(transfers.getByRole('list')).toContainText(LONG)
  await expectToFit(page)
  expect(await linesOf(transfers.getByRole('heading').first(), number)).toBe(1)

  await page.goto('/admin/dashboard/account')
  await page.getByLabel(words.accountReplay.code).fill(buyer.code)
  await page.getByLabel(words.accountReplay.business, { exact: true }).fill(LONG)
  await page.getByRole('button', { name: words.accountReplay.replay }).click()
  await expect(page.getByRole('group', { name: words.accountReplay.which })).toContainText(LONG)
  await expectToFit(page)
  await page.getByLabel(words.accountReplay.business, { exact: true }).fill(String(business.id))
  await page.getByRole('button', { name: words.accountReplay.replay }).click()
  await expect(page.getByTestId('fold-steps')).toBeVisible()
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await expectTables(words.accountReplay.steps, words.accountReplay.redemptions)
  }

  await page.goto('/admin/dashboard/businesses')
  await page.getByRole('searchbox').fill(String(business.id))
  const table = page.getByTestId('businesses')
  await expect(table.getByRole('row').filter({ hasText: LONG })).toHaveCount(1)
  await table.getByRole('button', { name: words.adminBusinesses.details }).click()
  await expect(table.getByRole('region', { name: words.businessNotes.title }).getByRole('listitem')).toHaveText(
    new RegExp(LONG),
  )
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await expectTables(words.admin.tabs.businesses)
  }
  await page.getByRole('button', { name: words.visit.start }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeVisible()
  await expectToFit(page)
  await dialog.getByLabel(words.visit.reason).fill(LONG)
  await dialog.getByRole('button', { name: words.visit.go }).click()
  await expect(page.getByTestId('visit-banner')).toContainText(LONG)
  for (const viewport of [TABLET, PHONE]) {
    await page.setViewportSize(viewport)
    await expectToFit(page)
  }
  await page.goto(`/time-travel/${business.id}`)
  await expect(page.getByRole('table', { name: words.travel.redemptions })).toContainText(LONG)
  await expectTables(words.travel.movements, words.travel.redemptions, words.travel.perks)
  await page.setViewportSize(TABLET)
  await expectToFit(page)
})
