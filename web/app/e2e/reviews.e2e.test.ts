import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { openDashboard } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

for (const language of ['am', 'en'] as const) {
  test(`a buyer writes a review, edits it and deletes it (${language}) (R116, R119-R121, R171)`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language)
    const [email, slug, name, count] =
      language === 'am' ? ['ani@hatik.test', 'kofe-tun', 'Անի', 6] : ['davit@hatik.test', 'gratun', 'Դավիթ', 4]
    const page = await openDashboard(browser, baseURL, email ?? '', language)
    await page.goto(`/business/${slug}`)
    await page.getByRole('button', { name: words.reviews.write }).click()
    await page.getByRole('button', { name: words.reviews.submit }).click()
    await expect(page.getByText(words.fields.rating)).toBeVisible()
    await page.locator('input[name=rating][value="4"]').check({ force: true })
    await page.getByLabel(words.reviews.comment).fill('x'.repeat(501))
    await page.getByRole('button', { name: words.reviews.submit }).click()
    await expect(page.getByText(words.fields.comment)).toBeVisible()
    await page.getByLabel(words.reviews.comment).fill('Շատ լավն է')
    await expectNoBarriers(page)
    await page.getByRole('button', { name: words.reviews.submit }).click()
    const own = page.getByTestId('own-review')
    await expect(own).toContainText('Շատ լավն է')
    await expect(own).toContainText(name ?? '')
    await expect(own).not.toContainText('Գնորդ')
    await expect(own.locator('[data-stars="4"]')).toBeVisible()
    await expect(page.getByTestId('rating').locator('[data-stars="4.5"]')).toBeVisible()
    await expect(page.getByTestId('rating')).toContainText(
      words.reviews.count_other.replace('{{reviews}}', String(count)),
    )
    await own.getByRole('button', { name: words.reviews.edit }).click()
    await page.locator('input[name=rating][value="5"]').check({ force: true })
    await page.getByRole('button', { name: words.reviews.save }).click()
    await expect(own.locator('[data-stars="5"]')).toBeVisible()
    await own.getByRole('button', { name: words.reviews.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.reviews.delete }).click()
    await expect(own).toHaveCount(0)
    await expect(page.getByRole('button', { name: words.reviews.write })).toBeVisible()
    await page.context().close()
  })
}
