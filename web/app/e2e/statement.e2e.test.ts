import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { openDashboard } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PHONE = { width: 360, height: 760 }

for (const language of ['am', 'en'] as const) {
  test(`the statement adds up, filters and is saved as a file (${language})`, async ({ browser, baseURL }) => {
    const words = wordsOf(language)
    const page = await openDashboard(browser, baseURL, 'ani@hatik.test', language, PHONE)
    const entry = page.getByRole('link', { name: words.points.statementOf.replace('{{name}}', 'Գրատուն') })
    await entry.click()
    await expect(page.getByTestId('movements').getByRole('listitem').first()).toBeVisible()
    await expectNoBarriers(page)
    const tenths = (text: string): number =>
      Math.round(
        Number(
          text
            .replaceAll(/[^\d,.−]/g, '')
            .replace(',', '.')
            .replace('−', '-'),
        ) * 10,
      )
    const sums = await page.getByTestId('arithmetic').locator('dd').allTextContents()
    const closing = tenths((sums.at(-1) ?? '').replace('=', ''))
    expect(sums.slice(0, -1).reduce((sum, text) => sum + tenths(text), 0)).toBe(closing)
    expect(tenths((await page.getByTestId('statement-balance').textContent()) ?? '')).toBe(closing)
    for (const format of ['pdf', 'csv'] as const) {
      const saving = page.waitForEvent('download')
      await page.getByRole('link', { name: words.statement[format] }).click()
      expect((await saving).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`))
    }
    await page.locator('input[name=from]').fill('2020-01-01')
    await page.locator('input[name=to]').fill('2020-01-31')
    await expect(page.getByText(words.statement.emptyTitle)).toBeVisible()
    await page.locator('input[name=day]').fill('2020-01-31')
    await expect(page.getByTestId('balance-as-of').locator('dd').first()).toHaveText('0')
    await page.context().close()
  })
}
