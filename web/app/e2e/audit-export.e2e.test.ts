/** Covers H33. */
import { readFileSync } from 'node:fs'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { tellStory, untilProven, type Story } from '../../../infra/testing/browser/e2e-audit.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { enter } from '../../../infra/testing/browser/e2e-visits.ts'
import { verifyFile } from '#contracts/verify/verify-file.ts'

let story: Story
test.beforeAll(async () => {
  story = await tellStory()
})
test.afterAll(() => story?.cast.close())
test.beforeEach(({ context }) => enter(context, story.auditor))

for (const kind of ['jsonl', 'proven', 'csv'] as const) {
  test(`an export of the selection is verified, names its query, position and hash, and the verifier calls it intact (${kind})`, async ({
    page,
  }) => {
    const { audit, exportKinds, checkProof } = wordsOf('en')
    const [, , redemption] = await story.find('')
    await page.goto(`/audit/events/${redemption?.position}?lang=en`)
    await untilProven(page, checkProof.proven)
    await page.goto(`/audit/movements?buyerCode=${story.buyer.code}`)
    await page.getByLabel(exportKinds[kind], { exact: true }).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: audit.startExport }).click(),
    ])
    const report = await verifyFile(readFileSync(await download.path()))
    expect(report).toMatchObject({ ok: true, kind: 'export', query: { buyerCode: story.buyer.code } })
    if (kind !== 'proven') expect(report.events).toBe(7)
    const panel = page.getByTestId('export')
    for (const named of [report.hash, report.position, story.buyer.code, download.suggestedFilename()])
      await expect(panel).toContainText(named ?? 'nothing')
    expect(download.suggestedFilename()).toMatch(kind === 'csv' ? /\.csv$/ : /\.jsonl$/)
  })
}

test('a double click saves one file, and does not cancel it', async ({ page }) => {
  const { audit } = wordsOf('en')
  await page.goto(`/audit/movements?buyerCode=${story.buyer.code}&lang=en`)
  let downloads = 0
  page.on('download', () => (downloads += 1))
  const start = page.getByRole('button', { name: audit.startExport })
  await test.step('while the first is in progress', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/audit/export*', async (route) => {
      await held
      await route.continue()
    })
    await start.dblclick()
    await expect(start).toHaveAttribute('aria-busy', 'true')
    await expect(start).toBeFocused()
    const coming = page.waitForEvent('download')
    answer()
    const download = await coming
    expect((await verifyFile(readFileSync(await download.path()))).ok).toBe(true)
    await expect(start).toBeFocused()
    await page.unroute('**/api/audit/export*')
  })
  await test.step('after the first file is ready', async () => {
    await Promise.all([page.waitForEvent('download'), start.click()])
    await expect(start).not.toHaveAttribute('aria-busy')
    await page.route('**/api/audit/export*', () => undefined)
    await start.dispatchEvent('click', { detail: 2 })
    expect(await start.getAttribute('aria-busy')).toBeNull()
  })
  expect(downloads).toBe(2)
})

test('a cancelled export leaves nothing, and a broken one or another page is not saved', async ({ page }) => {
  const { audit, errors } = wordsOf('en')
  await page.goto(`/audit/movements?buyerCode=${story.buyer.code}&lang=en`)
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/audit/export*', async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: audit.startExport }).click()
  await expect(page.getByRole('progressbar', { name: audit.export })).toHaveAttribute(
    'aria-valuetext',
    audit.exportBegins,
  )
  await page.getByRole('button', { name: audit.cancelExport }).click()
  await expect(page.getByRole('button', { name: audit.cancelExport })).toBeHidden()
  await expect(page.getByRole('button', { name: audit.startExport })).toBeFocused()
  answer()
  await page.unroute('**/api/audit/export*')

  await page.route('**/api/audit/export*', async (route) => {
    const whole = await (await route.fetch()).text()
    await route.fulfill({
      body: whole.slice(0, whole.length / 2),
      headers: {
        'content-type': 'application/x-ndjson',
        'content-disposition': 'attachment; filename="hatik-export.jsonl"',
      },
    })
  })
  await page.getByRole('button', { name: audit.startExport }).click()
  await expect(page.getByText(audit.exportBroken)).toBeVisible()
  await page.unroute('**/api/audit/export*')

  await page.route('**/api/audit/export*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the hotel</h1>' }),
  )
  await page.getByRole('button', { name: audit.startExport }).click()
  await expect(page.getByText(errors.unreadable)).toBeVisible()
  await expect(page.getByText(audit.exportBroken)).toBeHidden()
  expect(downloads).toEqual([])
})

test("an event's page offers its account's file, with a proof per event (H33)", async ({ page }) => {
  const { audit, checkProof } = wordsOf('en')
  const [, , , redemption] = (await story.find('')).toReversed()
  await page.goto(`/audit/events/${redemption?.position}?lang=en`)
  await untilProven(page, checkProof.proven)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: audit.accountStatement }).click(),
  ])
  const report = await verifyFile(readFileSync(await download.path()))
  expect(report).toMatchObject({
    ok: true,
    kind: 'statement',
    query: { statement: `account-${story.business.id}.${story.buyer.id}` },
  })
  expect(report.events).toBeGreaterThanOrEqual(4)
})
