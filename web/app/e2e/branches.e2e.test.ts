/** Branches of a shop: named by the owner, chosen for a till, shown by the day report. */
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { pairTill } from '../../../infra/testing/people/till.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

for (const [language, viewport, scheme] of [
  ['am', { width: 820, height: 1_180 }, 'light'],
  ['en', { width: 390, height: 844 }, 'dark'],
] as const) {
  test(`a branch is added, chosen for a till, shown by the day report and removed, by keyboard, at ${viewport.width} px (${language})`, async ({
    page,
    context,
  }) => {
    test.slow()
    const words = wordsOf(language)
    const { branches, peopleAndTills, dayReport } = words
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    const till = await pairTill({ address: process.env['HATIK_E2E_URL'] ?? '' }, business, { name: 'Window' })
    await enter(context, business)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`/people-and-tills?lang=${language}`)
    const add = page.getByRole('button', { name: branches.add })
    const dialog = page.getByRole('dialog')
    const tills = page.getByTestId('tills')

    await test.step('a shop without branches sees one button', async () => {
      await expect(add).toBeVisible()
      await expect(page.getByRole('heading', { name: branches.title, exact: true })).toHaveCount(0)
      await expectToFitWithoutBarriers(page)
    })

    for (const name of ['Komitas 15', 'Abovyan 10']) {
      await add.focus()
      await page.keyboard.press('Enter')
      await dialog.getByLabel(branches.name, { exact: true }).fill(name)
      await expectToFitWithoutBarriers(page)
      await page.keyboard.press('Enter')
      await expect(page.getByTestId('branches').getByText(name)).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(add).toBeFocused()
    }
    await expectToFitWithoutBarriers(page)

    await test.step('a till is put in a branch', async () => {
      await tills.getByRole('button', { name: filled(peopleAndTills.editFor, { name: 'Window' }) }).click()
      await expect(dialog.getByLabel(peopleAndTills.locks)).toHaveValue('120')
      await dialog.getByLabel(branches.one, { exact: true }).selectOption('Komitas 15')
      await expectToFitWithoutBarriers(page)
      await dialog.getByRole('button', { name: peopleAndTills.save }).press('Enter')
      await expect(tills.getByText('Komitas 15')).toBeVisible()
    })

    const sold = await till.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 5_000,
    })
    expect(sold.status).toBe(200)
    business.sees(sold.token)
    await expect
      .poll(async () => (await business.get<{ branches: object[] }>(`/api/business/${business.id}/reports/day`)).body)
      .toMatchObject({ branches: [{ name: 'Komitas 15', purchases: 1 }] })

    await test.step('removing it takes it from the till, and the day report keeps it', async () => {
      await page.getByRole('button', { name: filled(peopleAndTills.removeFor, { name: 'Komitas 15' }) }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(filled(branches.removeTitle, { name: 'Komitas 15' }))
      await question.getByRole('button', { name: peopleAndTills.remove, exact: true }).click()
      await expect(page.getByTestId('branches')).not.toContainText('Komitas 15')
      await expect(tills).not.toContainText('Komitas 15')
      await expect(add).toBeFocused()
      await page.goto(`/reports?lang=${language}`)
      const table = page.getByRole('region', { name: dayReport.branches.title })
      await expect(table).toContainText('Komitas 15')
    })
  })
}
