import type { Page } from '@playwright/test'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'

test.use({ serviceWorkers: 'allow' })

let cast: Cast
let business: Person & { businessName: string }
let buyer: Person & { code: string }
/** The buyer's statement with proofs of three awards. */
let statement: string

test.beforeAll(async ({ playwright }) => {
  cast = await openCast()
  ;[business, buyer] = [await cast.business(), await cast.buyer()]
  for (const amountSpent of [1_000, 2_000, 3_000]) {
    const awarded = await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent,
    })
    expect(awarded.status).toBe(200)
    buyer.sees(awarded.token)
  }
  const calls = await playwright.request.newContext({
    baseURL: process.env['HATIK_E2E_URL'] ?? '',
    extraHTTPHeaders: { cookie: buyer.cookie },
  })
  // A tree head over all three is signed within seconds.
  await expect(async () => {
    statement = await (await calls.get(`/api/ledger/statement/${business.id}/${buyer.id}`)).text()
    expect(statement.split('\n')).toHaveLength(6)
  }).toPass({ timeout: 45_000 })
  await calls.dispose()
})
test.afterAll(() => cast?.close())

const choose = (page: Page, text: string, name = 'statement.jsonl'): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) })

test('the buyer saves the statement with proofs beside PDF and CSV, and is led to the check', async ({
  page,
  context,
}) => {
  const words = wordsOf('en')
  await enter(context, buyer)
  await page.goto(`/statement/${business.id}?lang=en`)
  await expect(page.getByTestId('statement-balance')).toHaveText('12')
  await page.getByTestId('proof').locator('summary').click()
  await expect(page.getByText(words.statement.provenText)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words.statement.proven, exact: true }).click(),
  ])
  const saved = await download.path()
  await page.getByRole('link', { name: words.statement.checkFile }).click()
  await expect(page.getByRole('heading', { name: words.checkProof.page })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(saved)
  await expect(page.getByTestId('report')).toContainText('is intact')
  await expect(page.getByTestId('published')).toContainText(words.checkProof.keyPublished)
  await expect(page.getByTestId('published')).toContainText(words.logCompared.continues)
})

for (const language of ['am', 'en'] as const) {
  test(`offline: an intact file names its content, key and tree head; a changed one names the line (${language})`, async ({
    page,
    context,
  }) => {
    const { checkProof, proofProblems } = wordsOf(language)
    const shown = (sentence: string): string => sentence.replace('{{name}}', 'statement.jsonl')
    const line = (number: number): string => checkProof.line.replace('{{line}}', String(number))
    await page.goto(`/verify?lang=${language}`)
    await expect(page.getByRole('heading', { name: checkProof.page })).toBeVisible()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    await page.goto('/verify')
    await expect(page.getByRole('heading', { name: checkProof.page })).toBeVisible()
    const report = page.getByTestId('report')

    await choose(page, statement)
    await expect(report).toContainText(shown(checkProof.intact))
    const { head, keys } = JSON.parse(statement.split('\n')[0] ?? '') as {
      head: { root: string }
      keys: Record<string, string>
    }
    await expect(report).toContainText(head.root)
    await expect(report).toContainText(Object.keys(keys)[0] ?? 'no key')
    await expect(page.getByText(checkProof.offline)).toBeVisible()

    const lines = statement.split('\n')
    const problems = page.getByTestId('problems').getByRole('listitem')
    await choose(page, statement.replace('"tenths":40', '"tenths":90'))
    await expect(problems).toContainText([
      `${line(3)} ${proofProblems.line_changed}`,
      `${line(3)} ${proofProblems.not_in_the_log}`,
    ])
    await choose(page, lines.toSpliced(2, 1).join('\n'))
    await expect(problems.first()).toHaveText(`${line(3)} ${proofProblems.line_missing}`)
    await choose(page, lines.toSpliced(2, 2, lines[3] ?? '', lines[2] ?? '').join('\n'))
    await expect(problems.first()).toContainText(proofProblems.line_out_of_order)
    await choose(page, lines.slice(0, 3).join('\n'))
    await expect(problems.first()).toContainText(proofProblems.end_missing)
    await choose(page, 'something else', 'statement.jsonl')
    await expect(report).toContainText(shown(checkProof.noFile))
  })
}

test('a file can be dropped, and an unpublished key is reported', async ({ page }) => {
  const { checkProof } = wordsOf('en')
  await page.goto('/verify?lang=en')
  await lie(page, '**/api/ledger/heads*', (reply: object) => void Object.assign(reply, { keys: {} }))
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.jsonl'))
    return transfer
  }, statement)
  await page.getByText(checkProof.drop).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByTestId('report')).toContainText('dropped.jsonl is intact')
  await expect(page.getByTestId('published')).toContainText(checkProof.keyNotPublished)
})

test('a large file is verified in pieces: the page stays responsive, shows the progress, and can stop', async ({
  page,
}) => {
  const { checkProof } = wordsOf('en')
  // The third piece waits for the test.
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    let pieces = 0
    Blob.prototype.arrayBuffer = async function readPiece() {
      pieces += 1
      if (pieces === 3) await new Promise<void>((goOn) => Object.assign(window, { goOn }))
      return read.call(this)
    }
  })
  await page.goto('/verify?lang=en')
  const [opening = '', line = ''] = statement.split('\n')
  await choose(page, `${opening}\n${`${line}\n`.repeat(Math.ceil((256 * 1024) / line.length))}`, 'large.jsonl')
  const progress = page.getByRole('progressbar')
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d$/)
  await page.getByRole('button', { name: checkProof.stop }).click()
  await expect(progress).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn())
  await choose(page, statement)
  await expect(page.getByTestId('report')).toContainText('is intact')
})

for (const language of ['am', 'en'] as const) {
  const { colorScheme } = LOOKS[language]
  test(`the file check fits a phone without barriers (${language}, ${colorScheme})`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`/verify?lang=${language}`)
    await expect(page.locator('h1')).toBeVisible()
    await expectToFitWithoutBarriers(page)
    await choose(page, statement)
    await expect(page.getByTestId('published')).toBeVisible()
    await expectToFitWithoutBarriers(page)
    await choose(page, statement.replace('"tenths":40', '"tenths":90'))
    await expect(page.getByTestId('problems')).toBeVisible()
    await expectToFitWithoutBarriers(page)
  })
}
