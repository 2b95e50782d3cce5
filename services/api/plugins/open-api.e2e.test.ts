/** The API's documentation as a page. */
import { expect, test } from '../../../infra/quality/e2e.ts'

test("the API's documentation opens under the policy of every other page, also without TLS under a name of the shop's own network (H42)", async ({ page, baseURL }) => {
  await page.route('http://hatik.shop.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: baseURL + pathname + search }) })
  })
  const elsewhere: string[] = []
  page.on('request', (request) => /^(http:\/\/hatik\.shop\.example\/|data:)/.test(request.url()) || elsewhere.push(request.url()))
  const [opened, other] = [await page.goto('http://hatik.shop.example/api/docs'), await page.request.get('/about')]
  expect(opened?.headers()['content-security-policy']).toBe(other.headers()['content-security-policy'])
  await expect(page.getByRole('heading', { name: 'auth' })).toBeVisible()
  await page.getByRole('button', { name: 'GET /api/health Whether' }).first().click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table td.response-col_status').last()).toHaveText('200')
  expect(elsewhere).toEqual([])
})
