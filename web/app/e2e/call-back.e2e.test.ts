/** An administrator voids an old award by keyboard (H4). */
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { awardEarlier } from '../../../infra/testing/people/earlier-award.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { callAndRotate, signInStaff } from '../../../infra/testing/people/staff.ts'
import { readInstance } from '../../../infra/local/instance.ts'

const REASON = 'Սխալ գնորդի կոդ'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

async function oldAward() {
  const [business, buyer, instance] = [await cast.business(['3.0']), await cast.buyer(), await readInstance()]
  const { awardId, token } = await awardEarlier(
    { eventStoreUrl: instance?.eventStoreUrl ?? '', pool: cast.pool },
    { businessId: business.id, buyerId: buyer.id, amountAmd: 2_500, hoursAgo: 50 },
  )
  return { business, buyer, awardId, token }
}

for (const language of ['am', 'en'] as const) {
  test(`from the account's events to the award and its void with a reason; the business and the buyer see who did it (${language})`, async ({
    page,
    context,
  }) => {
    test.slow()
    const words = wordsOf(language)
    const { business, buyer } = await oldAward()
    const admin = await cast.admin()
    await enter(context, admin)
    await page.goto(`/admin/dashboard/account?business=${business.id}&buyer=${buyer.id}&lang=${language}`)
    await page.getByTestId('fold-steps').getByRole('link', { name: words.accountReplay.openEvent }).click()
    const part = page.getByRole('region', { name: words.callBack.title })
    await expect(part).toBeVisible()
    await expectNoBarriers(page)

    await part.getByRole('button', { name: words.callBack.go }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('5')
    await expect(dialog).toContainText(words.admin.reasonHint)
    await expect(dialog.getByLabel(words.admin.reason)).toBeFocused()
    await expectNoBarriers(page)
    await dialog.getByRole('button', { name: words.callBack.go }).click()
    await expect(dialog.getByRole('alert')).toHaveText(words.admin.reasonRequired)
    await dialog.getByLabel(words.admin.reason).focus()
    await page.keyboard.type(REASON)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.callBack.done_other.replace('{{points}}', '5'))).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(part).toContainText(words.callBack.doneText)
    await expect(part.getByText(words.callBack.doneText)).toBeFocused()
    const chain = page.getByTestId('chain').getByRole('listitem')
    await expect(chain).toHaveCount(2)
    await chain.nth(1).getByRole('link').click()
    await expect(page.getByTestId('stored-event')).toContainText('AwardVoided')
    // The proof has it, too, once the log's leaves include it.
    await expect(page.locator('pre').filter({ hasText: REASON })).toBeVisible()
    await expect(part).toHaveCount(0)
    await page.goBack()
    await expect(page.getByTestId('stored-event')).toContainText('PointsAwarded')
    await expect(chain).toHaveCount(2)
    await expect(part).toHaveCount(0)
    await page.goto(`/audit/movements?business=${business.id}`)
    await expect(page.getByRole('row').filter({ hasText: REASON })).toContainText(words.auditRoles.adminShort)

    // Time travel shows it, too.
    const past = await cast.admin()
    await callAndRotate(past, '/api/admin/impersonation/start', {
      userId: business.id,
      reason: 'a customer misses points',
    })
    await context.clearCookies()
    await enter(context, past)
    await page.goto(`/time-travel/${business.id}?lang=${language}`)
    await expect(
      page.getByRole('row').filter({
        hasText: `${words.travelEvents.AwardVoided} · ${words.travelRoles.admin.replace('{{id}}', String(admin.id))}`,
      }),
    ).toHaveCount(1)
    await callAndRotate(past, '/api/admin/impersonation/exit')

    await context.clearCookies()
    await enter(context, business)
    await page.goto(`/dashboard?lang=${language}`)
    const line = page.getByTestId('recent-awards').getByRole('listitem')
    await expect(line).toContainText(`${REASON} · ${words.events.admin}`)
    await expect(line.getByRole('button')).toHaveCount(0)
    await page.goto(`/figures/events?lang=${language}`)
    const row = page.getByRole('row').filter({ hasText: REASON })
    await expect(row).toContainText(`${words.eventTypes.AwardVoided} · ${words.events.admin}`)
    await context.clearCookies()
    await enter(context, buyer)
    await page.goto(`/statement/${business.id}?lang=${language}`)
    await expect(page.getByTestId('movements').getByRole('listitem').first()).toContainText(words.statement.support)
  })
}

test('points spent meanwhile are not voided: the dialog stays with the typed text, and says why', async ({
  page,
  context,
}) => {
  const { callBack, admin, dashboardErrors } = wordsOf('en')
  const { business, buyer, awardId, token } = await oldAward()
  const who = await cast.admin()
  who.sees(token)
  const { body } = await who.get<{ movements: { position: string }[] }>(`/api/audit/movements?award=${awardId}`)
  await enter(context, who)
  await page.goto(`/audit/events/${body.movements[0]?.position}?lang=en`)
  await page.getByRole('button', { name: callBack.go }).click()
  buyer.sees(token)
  expect((await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: business.perkIds[0] })).status).toBe(200)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(admin.reason).fill('Wrong buyer')
  await dialog.getByRole('button', { name: callBack.go }).click()
  await expect(page.getByText(dashboardErrors.void_would_overdraw)).toBeVisible()
  await expect(dialog.getByLabel(admin.reason)).toHaveValue('Wrong buyer')
})

test('an auditor sees the same award, without the action (H33)', async ({ page, context }) => {
  const { callBack, chainParts } = wordsOf('en')
  const { awardId, token } = await oldAward()
  const auditor = await signInStaff({ address: process.env['HATIK_E2E_URL'] ?? '', pool: cast.pool }, 'auditor')
  auditor.sees(token)
  const { body } = await auditor.get<{ movements: { position: string }[] }>(`/api/audit/movements?award=${awardId}`)
  await enter(context, auditor)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto(`/audit/events/${body.movements[0]?.position}?lang=en`)
  await expect(page.getByTestId('chain')).toContainText(chainParts.award)
  await expect(page.getByTestId('stored-event')).toContainText('PointsAwarded')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: callBack.go })).toHaveCount(0)
  expect(fetched.filter((url) => url.includes('call-back-award'))).toEqual([])
})
