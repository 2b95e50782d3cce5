/**
 * Finds and repairs a read-model row changed by hand (H30). One story, because a switch repairs every row of the
 * product.
 */
import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const language: Language = 'am'
const words = wordsOf(language)
const LONG = { timeout: 30_000 }

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

const liveSchema = async (): Promise<string> =>
  `read_g${(await cast.pool.query<{ generation: number }>('SELECT generation FROM projection_generations WHERE live')).rows[0]?.generation}`

test('a row changed by hand is marked in its account, reported by the self-check, listed by the rebuild, and repaired by a switch of two administrators', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const [first, second, cafe, ani] = [await cast.admin(), await cast.admin(), await cast.business(), await cast.buyer()]
  // An earlier attempt may have left a replay in progress.
  await first.send('POST', '/api/admin/replay/discard', { reason: 'left by an earlier try' })
  for (const amountSpent of [5_000, 6_000, 7_000])
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent })
  // Waits for all three, because a later line builds on the previous balance.
  const lines = async (): Promise<number | null> =>
    (await cast.pool.query('SELECT 1 FROM read.movements WHERE buyer_id = $1', [ani.id])).rowCount
  await expect.poll(lines, LONG).toBe(3)
  const changed = await cast.pool.query(
    `UPDATE ${await liveSchema()}.movements SET balance_tenths = balance_tenths - 5 WHERE buyer_id = $1 AND revision = 1`,
    [ani.id],
  )
  expect(changed.rowCount).toBe(1)
  await enter(page.context(), first)

  await test.step("the account's replay, by code and name, marks the first differing event", async () => {
    const w = words.accountReplay
    await page.goto(`/admin/dashboard/account?lang=${language}`)
    await page.getByRole('button', { name: w.replay }).click()
    await expect(page.getByText(w.codeWrong)).toBeVisible()
    await page.getByLabel(w.code).fill('ZZ0000')
    await page.getByLabel(w.business).fill(cafe.email)
    await page.getByRole('button', { name: w.replay }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.dashboardErrors.buyer_not_found })).toBeVisible()
    await page.getByLabel(w.code).fill(ani.code.toLowerCase())
    await page.keyboard.press('Enter')
    const steps = page.getByTestId('fold-steps').getByRole('row')
    await expect(steps).toHaveCount(4)
    await expect(page).toHaveURL(new RegExp(`business=${cafe.id}&buyer=${ani.id}`))
    expect(
      await steps
        .locator('[data-agrees]')
        .evaluateAll((marks: HTMLElement[]) => marks.map(({ dataset }) => [dataset['agrees'], dataset['first'] ?? ''])),
    ).toEqual([
      ['true', ''],
      ['false', 'true'],
      ['true', ''],
    ])
    await expect(steps.nth(2)).toContainText(w.first)
    await expect(page.getByRole('alert').filter({ hasText: w.differs })).toBeVisible()
    await expectNoBarriers(page)
  })

  await test.step('the self-check, run now, reports the account with both values', async () => {
    const w = words.adminSystem
    await page.goto('/admin/dashboard/self-check')
    await page.getByRole('button', { name: w.checkAll }).click()
    const account = w.ofBuyer.replace('{{business}}', String(cafe.id)).replace('{{buyer}}', String(ani.id))
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: account }) })
    await expect(row).toHaveCount(1, LONG)
    await expect(row).toContainText('balance_tenths')
    await expect(row.getByRole('cell').nth(2)).toHaveText('220')
    await expect(row.getByRole('cell').nth(3)).toHaveText('215')
    await expect(page.getByRole('button', { name: w.checkAll })).toBeEnabled()
    await expectNoBarriers(page)
    await row.getByRole('link', { name: account }).click()
    await expect(page.getByTestId('fold-steps').locator('[data-first]')).toHaveCount(1)
  })

  await test.step('the rebuild, started with a reason, counts and shows the row', async () => {
    const w = words.replay
    await page.goto('/admin/dashboard/replay')
    await page.getByRole('button', { name: w.start }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: w.start }).click()
    await expect(dialog.getByRole('alert')).toHaveText(words.admin.reasonRequired)
    await dialog.getByLabel(words.admin.reason).fill('Մի մնացորդ սխալ է թվում')
    await dialog.getByRole('button', { name: w.start }).click()
    await expect(page.getByRole('progressbar', { name: w.progress })).toBeVisible()
    await expect(page.getByRole('button', { name: w.switch })).toBeVisible(LONG)
    await expect(page.getByRole('progressbar', { name: w.progress })).toHaveAttribute('aria-valuenow', '100')
    const sample = page
      .getByTestId('samples-movements')
      .getByRole('row')
      .filter({ hasText: `buyer_id = ${ani.id}` })
    await expect(sample).toContainText(w.kinds.changed)
    await expect(sample).toContainText('balance_tenths = 215')
    await expect(sample).toContainText('balance_tenths = 220')
    await expectNoBarriers(page)
  })

  await test.step('the first confirmation waits for another administrator, who is asked on the screen', async () => {
    const w = words.replay
    await page.getByRole('button', { name: w.switch }).click()
    await expect(page.getByRole('alertdialog')).toContainText(w.switchFirstText)
    await page.getByRole('alertdialog').getByRole('button', { name: w.switch }).click()
    await enterPassword(page, words)
    await expect(page.getByText(w.waitsTitle)).toBeVisible()
    await expect(page.getByRole('button', { name: w.sayYes })).toHaveCount(0)

    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    await enter(context, second)
    const other = await context.newPage()
    await other.goto(`/admin/dashboard/replay?lang=${language}`)
    await expect(other.getByText(w.asksTitle.replace('{{id}}', String(first.id)))).toBeVisible()
    await other.getByRole('button', { name: w.sayYes }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: w.switch }).click()
    await enterPassword(other, words)
    await expect(other.getByRole('button', { name: w.start })).toBeVisible(LONG)
    await context.close()
  })

  await test.step('after the switch the account agrees again, and so does the self-check', async () => {
    const w = words.replay
    await expect(
      page.getByRole('row').filter({ hasText: w.byAdmin.replace('{{id}}', String(second.id)) }),
    ).toContainText(w.states.switched, LONG)
    await page.goto(`/admin/dashboard/account?business=${cafe.id}&buyer=${ani.id}`)
    await expect(page.getByText(words.accountReplay.agrees)).toBeVisible()
    await page.goto('/admin/dashboard/self-check')
    await page.getByRole('button', { name: words.adminSystem.checkAll }).click()
    const past = page.getByRole('region', { name: words.adminSystem.pastFindings })
    await expect(past.getByRole('link', { name: new RegExp(`${cafe.id}.*${ani.id}`) }).first()).toBeVisible(LONG)
  })

  await test.step('another rebuild finds nothing, and is discarded with a reason', async () => {
    const w = words.replay
    await page.goto('/admin/dashboard/replay')
    await page.getByRole('button', { name: w.start }).click()
    await page.getByRole('dialog').getByLabel(words.admin.reason).fill('Կրկին ստուգում ենք')
    await page.getByRole('dialog').getByRole('button', { name: w.start }).click()
    await expect(page.getByRole('button', { name: w.compare })).toBeVisible(LONG)
    await expect(page.getByRole('row').filter({ hasText: /^movements/ })).toContainText(/0\s*0\s*0\s*$/)
    await page.getByRole('button', { name: w.discard }).click()
    await page.getByRole('dialog').getByLabel(words.admin.reason).fill('Տարբերություն չկա')
    await page.getByRole('dialog').getByRole('button', { name: w.discard }).click()
    await expect(page.getByRole('button', { name: w.start })).toBeVisible(LONG)
    await expect(page.getByRole('row').filter({ hasText: 'Կրկին ստուգում ենք' }).first()).toContainText(
      w.states.discarded,
    )
  })
})
