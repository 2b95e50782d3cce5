/** Covers R223. */
import type { Page } from '@playwright/test'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import termsAm from '../../locales/legal/terms.am.json' with { type: 'json' }
import termsEn from '../../locales/legal/terms.en.json' with { type: 'json' }

const PERKS = '**/api/business/kofe-tun/perks'

/** A reply that no component can render: an object instead of a text. */
async function breakPerks(page: Page): Promise<void> {
  await page.route(PERKS, (route) =>
    route.fulfill({ json: [{ id: 1, name: { not: 'a text' }, description: '', pointsRequired: '1.0' }] }),
  )
}

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language)

  test(`a page that crashes says so, and opens again with "try again" or a reload (${language}) (R223)`, async ({
    page,
  }) => {
    const crashed = page.getByRole('heading', { level: 1, name: words.crash.title })
    const shop = page.getByRole('heading', { level: 1, name: 'Կոֆե Տուն' })
    await breakPerks(page)
    await page.goto(`/business/kofe-tun?lang=${language}`)
    await expect(crashed).toBeVisible()
    await expect(page.getByText(words.crash.text)).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expectNoBarriers(page)

    await test.step('while it is broken, trying again ends here again', async () => {
      await page.getByRole('button', { name: words.crash.tryAgain }).click()
      await expect(crashed).toBeVisible()
    })
    await test.step('once it is repaired, trying again shows the page without reloading', async () => {
      await page.unroute(PERKS)
      await page.evaluate(() => void (document.body.dataset['mark'] = 'same page'))
      await page.getByRole('button', { name: words.crash.tryAgain }).click()
      await expect(shop).toBeVisible()
      await expect(page.locator('body')).toHaveAttribute('data-mark', 'same page')
    })
    await test.step('a reload works, too', async () => {
      await breakPerks(page)
      await page.reload()
      await expect(crashed).toBeVisible()
      await page.unroute(PERKS)
      await page.getByRole('button', { name: words.crash.reload }).click()
      await expect(shop).toBeVisible()
    })
  })

  test(`a page whose script fails to load says so, and "try again" loads it (${language}) (R223)`, async ({ page }) => {
    const script = /\/assets\/about-[^/]*\.js$/
    await page.route(script, (route) => route.abort())
    await page.goto(`/?lang=${language}`)
    await page.getByRole('banner').getByRole('link', { name: words.header.about }).click()
    await expect(page.getByRole('heading', { level: 1, name: words.crash.title })).toBeVisible()
    await page.unroute(script)
    await page.getByRole('button', { name: words.crash.tryAgain }).click()
    await expect(page).toHaveURL(/\/about/)
    await expect(page.getByRole('heading', { level: 1, name: words.about.title })).toBeVisible()
  })

  test(`a legal document that fails to load says so, and "try again" loads it (${language}) (R29, R223)`, async ({
    page,
  }) => {
    const file = /\/assets\/terms\.[^/]*\.js$/
    await page.route(file, (route) => route.abort())
    await page.goto(`/?lang=${language}`)
    await page.getByRole('contentinfo').getByRole('link', { name: words.footer.terms }).click()
    await expect(page.getByRole('heading', { level: 1, name: words.crash.title })).toBeVisible()
    await page.unroute(file)
    await page.getByRole('button', { name: words.crash.tryAgain }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: (language === 'am' ? termsAm : termsEn).title }),
    ).toBeVisible()
  })
}
