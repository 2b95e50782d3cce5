/** The API reference page without https, on a phone, without other hosts (H42). */
import { devices, type Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'

async function openTag(page: Page, tag: string, operation: string): Promise<void> {
  await page.locator(`#operations-tag-${tag}`).click()
  await expect(page.locator(`#operations-${tag}-${operation}`)).toBeVisible()
}

test('the API docs page works on a host without https, and calls no other host', async ({ page, request }) => {
  const elsewhere: string[] = []
  await page.route('**', async (route) => {
    const { origin, pathname, search } = new URL(route.request().url())
    if (origin === 'http://till.test') return route.fulfill({ response: await request.get(pathname + search) })
    elsewhere.push(origin)
    return route.abort()
  })
  await page.goto('http://till.test/api/docs')
  await expect(page).toHaveTitle('Hatik API')
  await openTag(page, 'business', 'awardPoints')
  await openTag(page, 'health', 'isAlive')
  await expect(page.getByRole('button', { name: 'Explore' })).toHaveCount(0)
  await page.getByRole('button', { name: 'GET /api/health Check' }).first().click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table td.response-col_status').last()).toHaveText('200')
  expect(elsewhere).toEqual([])
})

test('the API docs page has the same content security policy as every other page', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy']
  expect([await policyOf('/api/docs'), await policyOf('/api/docs/static/swagger-ui.css')]).toEqual([
    await policyOf('/'),
    await policyOf('/'),
  ])
})

test('the API docs page fits the width of a phone', async ({ browser }) => {
  const { defaultBrowserType: _chosen, ...phone } = devices['Pixel 5']
  const page = await browser.newPage(phone)
  await page.goto('/api/docs')
  await openTag(page, 'business', 'awardPoints')
  expect(await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth])).toEqual([
    phone.viewport.width,
    phone.viewport.width,
  ])
  await page.close()
})
