/** In a browser: the security policy allows the structured data, and the app's head replaces the server's. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'

const dataOf = async (page: Page) =>
  JSON.parse((await page.locator('#structured-data').textContent()) ?? '') as {
    name: string
    aggregateRating?: { reviewCount: number }
  }

for (const language of ['hy', 'en'] as const) {
  test(`the page of a business has one head, before and after the app has started (${language}, R22, R118)`, async ({
    page,
    request,
  }) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
    })
    const address = `/business/kofe-tun?lang=${language}`
    const sent = await (await request.get(address)).text()
    await page.goto(address)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('[data-server-head]')).toHaveCount(0)
    for (const one of ['title', 'meta[name=description]', 'link[rel=canonical]', 'meta[property="og:image"]'])
      await expect(page.locator(`head ${one}`)).toHaveCount(1)
    await expect(page.locator('head link[rel=alternate]')).toHaveCount(3)
    await expect(page.locator('head link[rel=manifest]')).toHaveCount(1)
    expect(sent).toContain(`>${await page.title()}</title>`)
    expect(sent).toContain(`href="${await page.locator('link[rel=canonical]').getAttribute('href')}"`)
    expect(await dataOf(page)).toMatchObject({ '@type': 'LocalBusiness', name: 'Կոֆե Տուն' })
    expect(refused).toEqual([])
  })
}

test('in-app navigation to a business sets the same structured data as a fresh load and removes it on leaving (R118)', async ({
  page,
  request,
}) => {
  await page.goto('/businesses?lang=en')
  await page.locator('a[href="/business/kofe-tun"]').first().click()
  await expect(page.getByTestId('rating')).toBeVisible()
  const sent =
    /<script type="application\/ld\+json"[^>]*>([^<]*)</.exec(
      await (await request.get('/business/kofe-tun')).text(),
    )?.[1] ?? ''
  expect(JSON.parse(sent)).toHaveProperty('aggregateRating')
  await expect.poll(() => dataOf(page)).toEqual(JSON.parse(sent))
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page.locator('h1')).toBeVisible()
  await expect(page).toHaveURL(/\/pricing/)
  await expect(page.locator('#structured-data')).toHaveCount(0)
})
