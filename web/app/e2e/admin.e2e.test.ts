/** Covers H21, H26, H28-H30, H35-H37. */
import type { Locator, Page } from '@playwright/test'
import type { Settings } from '#contracts/calls/staff/admin-settings.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import { newAddress } from '../../../infra/testing/browser/e2e-people.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'
import { orderDeadMail } from '../../../infra/testing/dead-mail.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

async function register(page: Page, businessName: string): Promise<{ id: number; email: string }> {
  const email = newAddress('owner')
  const answer = await page.request.post('/api/auth/business-register', {
    multipart: {
      firstName: 'Մարիամ',
      lastName: 'Թխվածք',
      email,
      phone: '091123456',
      password: 'Correct-horse-1',
      confirmPassword: 'Correct-horse-1',
      businessName,
      description: 'Տնական թխվածք',
      industry: 'Restaurant',
      legalStatus: 'individual',
      instagramUrl: 'instagram.com/tkhvatsk',
      idDocument: { name: 'id.png', mimeType: 'image/png', buffer: PIXEL },
    },
  })
  expect(answer.status()).toBe(201)
  return { id: ((await answer.json()) as { id: number }).id, email }
}

const statusOf = async (id: number): Promise<string | undefined> =>
  (await cast.pool.query<{ status: string }>('SELECT status FROM business_profiles WHERE user_id = $1', [id])).rows[0]
    ?.status

/** Also checks that a reason is required. */
async function giveReason(page: Page, words: Words, go: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: go }).click()
  await expect(dialog.getByRole('alert')).toHaveText(words.admin.reasonRequired)
  await expectNoBarriers(page)
  await dialog.getByLabel(words.admin.reason).fill(reason)
  await dialog.getByRole('button', { name: go }).click()
  // A password prompt may lie over this dialog.
  await expect(dialog.getByLabel(words.admin.reason)).toHaveCount(0)
}

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)
  const w = words.adminBusinesses

  test(`a business is approved with its document in view, another is rejected with a reason (${language}; H21, H26)`, async ({
    page,
  }) => {
    const [goodName, badName] = [newAddress('Good').split('@')[0] ?? '', newAddress('Bad').split('@')[0] ?? '']
    const [good, bad] = [await register(page, goodName), await register(page, badName)]
    await enter(page.context(), await cast.admin())
    await page.goto(`/admin/dashboard/approvals?lang=${language}`)
    const card = (name: string): Locator => page.getByRole('article', { name })
    await expect(card(goodName)).toContainText(good.email)
    await expect(card(goodName)).toContainText(words.legalStatuses.individual)
    const document = card(goodName).getByRole('img', { name: filled(w.documentOf, { name: goodName }) })
    await expect(document).toHaveCount(0)
    await card(goodName).getByRole('button', { name: w.documentShow }).click()
    await expect(card(goodName).getByRole('link', { name: filled(w.documentOf, { name: goodName }) })).toBeFocused()
    await expect.poll(() => document.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await expectNoBarriers(page)

    await card(goodName).getByRole('button', { name: w.approve }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.admin.stay }).click()
    expect(await statusOf(good.id)).toBe('pending')
    await card(goodName).getByRole('button', { name: w.approve }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: w.approve }).click()
    await expect(page.getByText(filled(w.approved, { name: goodName }))).toBeVisible()
    await expect(card(goodName)).toHaveCount(0)
    expect(await statusOf(good.id)).toBe('active')

    await card(badName).getByRole('button', { name: w.reject }).click()
    await giveReason(page, words, w.reject, 'Փաստաթուղթն ընթեռնելի չէ')
    await expect(card(badName)).toHaveCount(0)
    expect(await statusOf(bad.id)).toBe('rejected')
  })

  test(`a business is found, noted on, suspended with a reason, and reinstated; its session ends with the suspension (${language}; H28-H30)`, async ({
    page,
  }) => {
    const business = await cast.business()
    await enter(page.context(), await cast.admin())
    await page.goto(`/admin/dashboard/businesses?lang=${language}`)
    await page.getByRole('searchbox', { name: w.search }).fill(business.email)
    const table = page.getByTestId('businesses')
    const line = table.getByRole('row').filter({ hasText: business.email })
    await expect(line).toHaveCount(1)
    await expect(line).toContainText(words.admin.statuses.active)
    await expect(line.getByRole('button', { name: words.visit.start })).toBeVisible()
    await page.getByRole('columnheader').getByRole('button', { name: w.lastActivity }).click()
    await expect(page).toHaveURL(/sort=-activity/)
    await expect(line).toHaveCount(1)
    await line.getByRole('button', { name: w.details }).click()
    await expect(table.getByText('Firstname Lastname')).toBeVisible()
    const notes = table.getByRole('region', { name: words.businessNotes.title })
    await expect(notes.getByText(words.businessNotes.none)).toBeVisible()
    await notes.getByLabel(words.businessNotes.new).fill('Երկրորդ խանութ է բացում')
    await notes.getByRole('button', { name: words.businessNotes.add }).click()
    await expect(notes.getByRole('listitem')).toContainText('Երկրորդ խանութ է բացում')
    await expectNoBarriers(page)

    await table.getByRole('button', { name: w.suspend }).click()
    await giveReason(page, words, w.suspend, 'Գնորդների բողոքներ')
    await enterPassword(page, words)
    await expect(line).toContainText(words.admin.statuses.suspended)
    await expect.poll(async () => (await business.get('/api/auth/me')).status).not.toBe(200)

    await page.getByRole('combobox', { name: w.status }).selectOption('active')
    await expect(page.getByText(w.noneTitle)).toBeVisible()
    await page.getByRole('combobox', { name: w.status }).selectOption('suspended')
    await line.getByRole('button', { name: w.details }).click()
    await table.getByRole('button', { name: w.reinstate }).click()
    await giveReason(page, words, w.reinstate, 'Լուծված է գնորդների հետ')
    await expect.poll(() => statusOf(business.id)).not.toBe('suspended')
  })

  test(`transfers for an invoice are compared with the amount due, and the plan changes with the last (${language}; H36)`, async ({
    page,
  }) => {
    const business = await cast.business()
    await cast.pool.query(`UPDATE business_profiles SET subscription_plan = 'starter' WHERE user_id = $1`, [
      business.id,
    ])
    const plan = async (): Promise<unknown> =>
      (await business.get(`/api/business/${business.id}/subscription`)).body['subscriptionPlan']
    await expect.poll(plan).toBe('starter')
    const asked = await business.write<{ invoice: { number: string; amountAmd: number } }>(
      'POST',
      `/api/business/${business.id}/subscription`,
      { plan: 'standard', cycle: 'monthly' },
    )
    const { number, amountAmd: due } = asked.body.invoice
    await enter(page.context(), await cast.admin())
    await page.goto(`/admin/dashboard/invoices?lang=${language}`)
    const row = page.getByRole('row').filter({ hasText: number })
    await expect(row).toContainText(business.businessName)
    const transfers = words.transfers
    const dialog = page.getByRole('dialog')
    const enterAmount = async (amountAmd: number): Promise<void> => {
      await row.getByRole('button', { name: transfers.enter }).click()
      await dialog.getByLabel(transfers.amount).fill(String(amountAmd))
      await dialog.getByLabel(w.reference).fill('BANK-77')
      await dialog.getByRole('button', { name: transfers.enter }).click()
    }
    await enterAmount(due + 1)
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog).toContainText(number)
    await expectNoBarriers(page)
    await page.keyboard.press('Escape')
    await enterAmount(1)
    await expect(dialog).toHaveCount(0)
    await expect(row).toContainText(transfers.received.split('{{')[0] ?? '')
    expect(await plan()).toBe('starter')
    await enterAmount(due - 1)
    await expect(page.getByText(filled(w.confirmed, { number }))).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect.poll(plan).toBe('standard')
    await page.getByRole('combobox', { name: words.invoices.state }).selectOption('paid')
    await expect(row).toContainText(words.invoiceStates.paid)
    // The accountant's month includes this payment.
    const register = page.getByRole('region', { name: words.invoiceRegister.title })
    await expect(register.getByTestId('register-net')).toBeVisible()
    const file = await page.request.get(
      (await register.getByRole('link', { name: words.figures.xlsx }).getAttribute('href')) ?? '',
    )
    expect([file.status(), file.headers()['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/hatik-invoices-\d{4}-\d\d\.xlsx/),
    ])
    await expectNoBarriers(page)
  })

  test(`a review is taken down with a reason; a dead letter is sent again (${language}; H30)`, async ({ page }) => {
    const p = words.adminPeople
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    const comment = `Անվայել խոսքեր ${buyer.code}`
    await buyer.write('POST', `/api/business/business-${business.id}/reviews`, {
      buyerId: buyer.id,
      rating: 1,
      comment,
    })
    await enter(page.context(), await cast.admin())

    await page.goto(`/admin/dashboard/reviews?lang=${language}`)
    const review = page.getByTestId('reviews').getByRole('listitem').filter({ hasText: comment })
    await expect(review).toContainText(business.businessName)
    await review.getByRole('button', { name: p.takeDown }).click()
    await giveReason(page, words, p.takeDown, 'Վիրավորում է աշխատակիցներին')
    await expect(review).toHaveCount(0)
    expect(
      (await buyer.get<{ totalReviews: number }>(`/api/business/business-${business.id}/rating`)).body.totalReviews,
    ).toBe(0)

    const cause = `e2e:${business.id}`
    await orderDeadMail(
      cast.pool,
      { cause, template: 'approved', userId: business.id },
      { failure: '550 no such address' },
    )
    await page.goto(`/admin/dashboard/mail?lang=${language}`)
    const mail = page.getByTestId('dead-letters').getByRole('listitem').filter({ hasText: business.email })
    await expect(mail).toContainText('550 no such address')
    await mail.getByRole('button', { name: p.retry }).click()
    await expect(page.getByText(filled(p.retried, { to: business.email }))).toBeVisible()
    await expect(mail).toHaveCount(0)
    const state = async (): Promise<string | undefined> =>
      (await cast.pool.query<{ state: string }>('SELECT state FROM mail_outbox WHERE cause = $1', [cause])).rows[0]
        ?.state
    await expect.poll(state, { timeout: 30_000 }).toBe('sent')
  })
}

test('a setting is changed with a reason, takes effect, and is reverted; an invalid number is not sent; a refusal has its own words (H21, H35, H37)', async ({
  page,
}) => {
  const words = wordsOf('en')
  const w = words.adminSystem
  const admin = await cast.admin()
  const approved = async (): Promise<boolean> =>
    (await admin.get<Settings>('/api/admin/settings')).body.autoApprove.includes('cjsc')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await enter(page.context(), admin)
  await page.goto('/admin/dashboard/settings?lang=en')
  const save = page.getByRole('button', { name: w.save }).first()
  const box = page.getByRole('checkbox', { name: words.legalStatuses.cjsc })
  await expect(save).toBeDisabled()

  const price = page.locator('[name="prime.monthlyAmd"]')
  const before = await price.inputValue()
  await price.fill('free')
  await box.check()
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: w.wrongNumber })).toBeVisible()
  await expect(price).toBeFocused()
  expect(sent).toEqual([])
  await price.fill(before)
  const days = page.getByLabel(w.codesEndDays)
  await days.fill('7')
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: '30' })).toBeVisible()
  await expect(days).toBeFocused()
  expect(sent).toEqual([])
  await days.fill('')

  await save.click()
  await giveReason(page, words, w.save, 'closed companies are known')
  await enterPassword(page, words)
  await expect(page.getByText(w.saved)).toBeVisible()
  await expect.poll(approved).toBe(true)
  await page.reload()
  await expect(box).toBeChecked()
  await box.uncheck()
  await save.click()
  await page.route('**/api/admin/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Forbidden' } })
      : route.continue(),
  )
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.admin.reason).fill('back to where it was')
  await dialog.getByRole('button', { name: w.save }).click()
  await expect(page.getByText(words.admin.failed)).toBeVisible()
  await expect(page.getByText(words.errors.forbidden)).toBeVisible()
  await page.unroute('**/api/admin/settings')
  await dialog.getByRole('button', { name: w.save }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(approved).toBe(false)
})

test('the overview lists what waits, oldest first, and the state of the system in one line with its details behind it (H30)', async ({
  page,
}) => {
  const words = wordsOf('en')
  const w = words.adminSystem
  await enter(page.context(), await cast.admin())
  const name = newAddress('Waiting').split('@')[0] ?? ''
  const { id } = await register(page, name)
  await cast.pool.query('UPDATE users SET email_verified = true WHERE id = $1', [id])
  await page.goto('/admin/dashboard?lang=en')
  const task = page.getByTestId('tasks').getByRole('link').filter({ hasText: name })
  await expect(task).toContainText(words.adminTasks.approval)
  const since = await page
    .getByTestId('tasks')
    .locator('time')
    .evaluateAll((times: HTMLTimeElement[]) => times.map((time) => time.dateTime))
  expect(since).toEqual(since.toSorted())
  await expectNoBarriers(page)
  await task.click()
  await expect(page.locator(`#business-${id}`)).toBeFocused()
  await cast.pool.query(`UPDATE business_profiles SET status = 'rejected' WHERE user_id = $1`, [id])

  await page.goto('/admin/dashboard?lang=en')
  const line = page.getByTestId('system-state')
  await expect(line).toContainText(w.stateTitle)
  await expect(page.getByRole('region', { name: w.readinessTitle })).toBeHidden()
  await line.click()
  await expect(page.getByRole('region', { name: w.readinessTitle })).toContainText(w.ready)
  await expect(
    page.getByRole('region', { name: w.readModelsTitle }).getByRole('row').filter({ hasText: 'account_balances' }),
  ).toBeVisible()
  const queues = page.getByRole('region', { name: w.queuesTitle })
  await expect(queues.getByRole('row').filter({ hasText: 'projection' })).toBeVisible()
  const [board] = await Promise.all([page.waitForEvent('popup'), queues.getByRole('link', { name: w.board }).click()])
  await expect(board).toHaveURL(/\/api\/admin\/queues\/board/)
  await expect(board.getByText('projection').first()).toBeVisible()
})
