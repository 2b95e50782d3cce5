import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { another } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)

  test(`a bill's page from a mail opens after the sign-in, and so does one that was not found before it (${language})`, async ({
    browser,
    baseURL,
  }) => {
    for (const start of [`/auth?to=/billing&lang=${language}`, `/billing?lang=${language}`]) {
      const page = await another(browser, baseURL)
      await page.goto(start)
      if (start.startsWith('/billing')) {
        await expect(page.getByRole('heading', { level: 1, name: words.notFound.title })).toBeVisible()
        await page.getByRole('main').getByRole('link', { name: words.notFound.signIn }).click()
      }
      await page.locator('[name=email]').fill('books@hatik.test')
      await page.locator('[name=password]').fill('Hatik-demo-1')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/billing/)
      await expect(page.getByRole('heading', { level: 1, name: words.billing.title })).toBeVisible()
      await page.context().close()
    }
  })
}

test('a wrong address offers no sign-in, nor does a staff page', async ({ page }) => {
  for (const address of ['/nowhere', '/admin/dashboard']) {
    await page.goto(`${address}?lang=en`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })).toHaveCount(0)
  }
})
