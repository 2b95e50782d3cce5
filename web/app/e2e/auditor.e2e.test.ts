/** Covers H33. */
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { tellStory, untilProven, type Story } from '../../../infra/testing/browser/e2e-audit.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { enter } from '../../../infra/testing/browser/e2e-visits.ts'
import { callAndRotate } from '../../../infra/testing/people/staff.ts'

let story: Story
test.beforeAll(async () => {
  story = await tellStory()
})
test.afterAll(() => story?.cast.close())
test.beforeEach(({ context }) => enter(context, story.auditor))

for (const language of ['am', 'en'] as const) {
  test(`the auditor follows a redemption back to its award and on to its use, sees each event as stored, and its proof verifies (H33, ${language})`, async ({
    page,
  }) => {
    const words = wordsOf(language)
    await page.goto(`/dashboard?lang=${language}`)
    await page.getByLabel(words.auditFields.buyerCode).fill(story.buyer.code.toLowerCase())
    await page.getByRole('checkbox', { name: words.eventTypes.PerkRedeemed }).check()
    await page.getByRole('button', { name: words.audit.find }).click()
    await expect(page).toHaveURL(new RegExp(`buyerCode=${story.buyer.code}`))
    const rows = page.getByTestId('movements').getByRole('row')
    await expect(rows).toHaveCount(3)

    // The older one, which was handed over.
    await rows.nth(2).getByRole('link').first().click()
    const chain = page.getByTestId('chain').getByRole('listitem')
    const { chainParts } = words
    await expect(chain).toContainText([
      chainParts.spent_from,
      chainParts.spent_from,
      chainParts.redemption,
      chainParts.use,
    ])
    const [used] = await story.find('type=PerkRedeemed&limit=2').then((found) => found.slice(1))
    const stored = page.getByTestId('stored-event')
    await expect(stored).toContainText(`account-${story.business.id}.${story.buyer.id}`)
    await expect(stored).toContainText(used?.position ?? 'no position')
    await expect(page.getByText(used?.commandId ?? 'no command').first()).toBeVisible()
    for (const code of story.codes) await expect(page.locator('main')).not.toContainText(code)
    await untilProven(page, words.checkProof.proven)

    await chain.nth(3).getByRole('link').click()
    await expect(stored).toContainText('RedemptionUsed')
    await chain.nth(0).getByRole('link').click()
    await expect(stored).toContainText('PointsAwarded')
    await expect(chain).toContainText([chainParts.award])
    await page.goBack()
    await expect(stored).toContainText('RedemptionUsed')
  })
}

test('a cancelled redemption shows its refund, a voided award its void; a wrong field shows its error', async ({
  page,
}) => {
  const { chainParts, audit, auditFields } = wordsOf('en')
  const chain = page.getByTestId('chain').getByRole('listitem')
  const [refund] = await story.find('type=PointsRefunded')
  await page.goto(`/audit/events/${refund?.position}?lang=en`)
  await expect(chain).toContainText([
    chainParts.spent_from,
    chainParts.redemption,
    chainParts.cancel,
    chainParts.refund,
  ])
  const [voided] = await story.find('type=AwardVoided')
  await page.goto(`/audit/events/${voided?.position}`)
  await expect(chain).toContainText([chainParts.award, chainParts.void])

  await page.goto('/audit/movements')
  await page.getByText(audit.moreFields).click()
  await page.getByLabel(auditFields.award).fill('not an id')
  await page.getByLabel(auditFields.business).fill('café')
  await page.getByRole('button', { name: audit.find }).click()
  await expect(page.getByText(audit.wrongId)).toBeVisible()
  await expect(page.getByText(audit.wrongNumber)).toBeVisible()
  await expect(page.getByLabel(auditFields.business)).toBeFocused()
  await page.getByLabel(auditFields.business).fill(String(story.business.id))
  await page.getByLabel(auditFields.award).fill(String(voided?.awardId).toUpperCase())
  await page.getByRole('button', { name: audit.find }).click()
  await expect(page.getByTestId('movements').getByRole('row')).toHaveCount(3)
  await page.goto('/audit/events/1')
  await expect(page.getByText(audit.noEvent)).toBeVisible()
})

test('the fields of a search row are aligned, even with a label of two lines or an error (H33)', async ({ page }) => {
  const { audit, auditFields } = wordsOf('am')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/audit/movements?lang=am')
  await page.getByText(audit.moreFields).click()
  const top = async (name: keyof typeof auditFields) =>
    (await page.getByLabel(auditFields[name], { exact: true }).boundingBox())?.y
  const rows = [
    ['business', 'buyerCode', 'from', 'to'],
    ['buyer', 'actor', 'award', 'redemption'],
    ['command', 'amountMin', 'amountMax'],
  ] as const
  const expectOneHeightEach = async () => {
    for (const [first, ...others] of rows)
      expect(await Promise.all(others.map(top)), first).toEqual(Array(others.length).fill(await top(first)))
  }
  await expectOneHeightEach()
  await page.getByLabel(auditFields.award).fill('not an id')
  await page.getByRole('button', { name: audit.find }).click()
  await expect(page.getByText(audit.wrongId)).toBeVisible()
  await expectOneHeightEach()
})

test('a search keeps the focus in the form, which follows the address, and Back', async ({ page }) => {
  const { audit, auditFields } = wordsOf('en')
  const { business, buyer } = story
  await page.goto('/audit/movements?lang=en')
  const [ofBusiness, ofBuyer] = [page.getByLabel(auditFields.business), page.getByLabel(auditFields.buyerCode)]
  await ofBuyer.fill(` ${buyer.code.toLowerCase()}`)
  await ofBuyer.press('Enter')
  await expect(page.getByTestId('movements').locator('tbody tr')).toHaveCount(7)
  await expect(ofBuyer).toBeFocused()
  await expect(ofBuyer).toHaveValue(buyer.code)

  // An entry's number leads to all that share it.
  await page
    .getByTestId('movements')
    .getByRole('link', { name: String(business.id), exact: true })
    .first()
    .click()
  await expect(ofBusiness).toHaveValue(String(business.id))
  await expect(ofBuyer).toHaveValue('')
  await page.goBack()
  await expect(ofBuyer).toHaveValue(buyer.code)
  await expect(ofBusiness).toHaveValue('')

  await page.getByRole('button', { name: audit.everything }).click()
  await expect(ofBuyer).toHaveValue('')
  await expect(page.getByRole('button', { name: audit.find })).toBeFocused()

  // The open section stays open for someone who has just cleared its field.
  await page.getByText(audit.moreFields).click()
  const ofAccount = page.getByLabel(auditFields.buyer, { exact: true })
  for (const [typed, selects] of [
    [String(buyer.id), true],
    ['', false],
  ] as const) {
    await ofAccount.fill(typed)
    await ofAccount.press('Enter')
    await expect(page.getByRole('button', { name: audit.everything })).toBeVisible({ visible: selects })
    await expect(ofAccount).toBeFocused()
  }

  // A bound from the balance sheet stays exact to the millisecond after another search.
  const to = '2031-01-05T05:05:56.790Z'
  await page.goto(`/audit/movements?to=${to}`)
  await ofBuyer.fill(buyer.code)
  await ofBuyer.press('Enter')
  await expect(page).toHaveURL(/buyerCode=/)
  expect(new URL(page.url()).searchParams.get('to')).toBe(to)
})

test('a long result is paged by key, with each movement once', async ({ page }) => {
  await page.goto('/audit/movements?lang=en')
  const movements = page.getByTestId('movements')
  const positions = async (): Promise<string[]> => movements.locator('tbody tr td:first-child').allTextContents()
  await expect(movements.locator('tbody tr')).toHaveCount(25)
  const first = await positions()
  await movements.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(positions).not.toContain(first[0])
  const second = await positions()
  expect(second.filter((position) => first.includes(position))).toEqual([])
  expect(Number(second[0])).toBeLessThan(Number(first[24]))
})

test('the balance sheet adds up, now and as of a moment, and each figure leads to its entries', async ({ page }) => {
  const { audit } = wordsOf('en')
  const NAMES = ['issued', 'voided', 'redeemed', 'refunded', 'forfeited', 'outstanding', 'sum-of-balances']
  /** At one moment, because the next sheet may arrive in between. */
  const figures = (): Promise<number[]> =>
    page.evaluate(
      (names) =>
        names.map((name) =>
          Math.round(
            Number(document.querySelector(`[data-testid="${name}"]`)?.textContent?.replaceAll(/[^\d.]/g, '')) * 10,
          ),
        ),
      NAMES,
    )
  const expectSum = async (): Promise<number> => {
    await expect(page.getByText(audit.addsUp, { exact: true })).toBeVisible()
    const [issued, voided, redeemed, refunded, forfeited, outstanding, sum] = await figures()
    expect(issued! - voided! - redeemed! + refunded! - forfeited!).toBe(outstanding)
    expect(sum).toBe(outstanding)
    return outstanding!
  }
  await page.goto('/audit/balance?lang=en')
  expect(await expectSum()).toBeGreaterThan(0)

  const [award] = await story.find('type=PointsAwarded&limit=1')
  const before = new Date(Date.parse(award?.storedAt ?? '') - 1).toISOString()
  await page.goto(`/audit/balance?at=${before}`)
  const then = await expectSum()
  await page.goto(`/audit/balance?at=${award?.storedAt}`)
  // Other tests award meanwhile, but the past does not change.
  expect(await expectSum()).toBeGreaterThanOrEqual(then)
  await page.goto('/audit/balance?at=2020-01-01T00:00:00.000Z')
  expect(await expectSum()).toBe(0)
  await page.getByRole('button', { name: audit.now }).click()
  await expect.poll(expectSum).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Refunded' }).click()
  await expect(page.getByTestId('movements').locator('tbody tr').first()).toContainText('Refunded')
})

test('the auditor reads support visits: the business, the reason, the actions and their events', async ({ page }) => {
  const { audit } = wordsOf('en')
  const admin = await story.cast.admin()
  const visited = await story.cast.business()
  const call = async (path: string, body?: object): Promise<void> => {
    expect((await callAndRotate(admin, `/api/admin/impersonation/${path}`, body)).status).toBe(200)
  }
  await call('start', { userId: visited.id, reason: 'The owner asked about an award' })
  await call('mode', { mode: 'act' })
  const awarded = await admin.write('POST', `/api/business/${visited.id}/award-points`, {
    buyerId: story.buyer.code,
    amountSpent: 700,
  })
  expect(awarded.status).toBe(200)
  // Switching back to viewing does not undo it.
  await call('mode', { mode: 'view' })
  await call('exit')
  await expect(async () => {
    await page.goto(`/audit/visits?business=${visited.id}&lang=en`)
    await expect(page.getByTestId('visits')).toContainText('Points awarded', { timeout: 4_000 })
  }).toPass({ timeout: 30_000 })
  const visits = page.getByTestId('visits')
  await expect(visits).toContainText('The owner asked about an award')
  await expect(visits).toContainText(audit.acted)
  await visits
    .getByRole('link', { name: /^Event/ })
    .first()
    .click()
  // The proof shows the event's text, too, once a tree head covers it.
  await expect(page.getByRole('region', { name: audit.metadata })).toContainText('"onBehalfOf"')
})

test('the browser verifies the tree heads: signatures, and consistency with the previous head', async ({ page }) => {
  const { audit } = wordsOf('en')
  test.slow()
  const [business, buyer] = [await story.cast.business(), await story.cast.buyer()]
  const heads = page.getByTestId('heads').getByRole('listitem')
  // A new tree head needs new events.
  await expect(async () => {
    await page.goto('/audit/heads?lang=en')
    await expect(heads.first()).toBeVisible({ timeout: 10_000 })
    if ((await heads.count()) < 2)
      await business.write('POST', `/api/business/${business.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent: 500,
      })
    await expect(heads.nth(1)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 90_000, intervals: [3_000] })
  await page.getByRole('button', { name: audit.checkHeads }).click()
  await expect(page.getByText(audit.headsHold)).toBeVisible()
  // A server that signs one thing and shows another.
  await lie(
    page,
    '**/api/ledger/heads*',
    (reply: { heads: { at: string }[] }) => void (reply.heads[0]!.at = '2020-01-01T00:00:00.000Z'),
  )
  await page.reload()
  await page.getByRole('button', { name: audit.checkHeads }).click()
  await expect(page.getByText(audit.headsHoldNot)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A server that has rewritten its log.
  await lie(page, '**/api/ledger/consistency*', (reply: { proof: string[] }) => {
    reply.proof = reply.proof.map((hash) => hash.replace(/^./, (sign) => (sign === '0' ? '1' : '0')))
  })
  await page.reload()
  await page.getByRole('button', { name: audit.checkHeads }).click()
  await expect(page.getByText(audit.headsHoldNot)).toBeVisible()
})

test('a server that shows another event than the log holds is exposed', async ({ page }) => {
  const { checkProof } = wordsOf('en')
  const [award] = await story.find('type=PointsAwarded&limit=1')
  await page.goto(`/audit/events/${award?.position}?lang=en`)
  await untilProven(page, checkProof.proven)
  await lie(
    page,
    `**/api/audit/events/${award?.position}`,
    (event: { data: { tenths: number } }) => void (event.data.tenths += 1_000),
  )
  await page.reload()
  await expect(page.getByText(checkProof.notProven, { exact: true })).toBeVisible()
})
