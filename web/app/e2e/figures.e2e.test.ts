import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'

const DEMO_PASSWORD = 'Hatik-demo-1'

test('figures: the book adds up, its file arrives, and every number opens its events', async ({ page }) => {
  await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByTestId('book-total')).toBeVisible()
  await expectNoBarriers(page)
  const [rows, tenths] = [page.getByRole('row'), (text: string) => Math.round(Number(text.replaceAll(',', '')) * 10)]
  const day = (await rows.nth(2).getByRole('cell').allTextContents()).slice(1).map(tenths)
  const [opening = 0, awarded = 0, voided = 0, redeemed = 0, returned = 0, forfeited = 0, closing = 0] = day
  expect(closing).toBe(opening + awarded - voided - redeemed + returned - forfeited)
  const later = (await rows.nth(1).getByRole('cell').allTextContents()).slice(1).map(tenths)
  expect(later[0]).toBe(closing)

  for (const [name, type] of [
    ['Download as CSV', 'text/csv'],
    ['Download for Excel', 'application/vnd.openxmlformats'],
  ] as const) {
    const file = await page.request.get((await page.getByRole('link', { name }).getAttribute('href')) ?? '')
    expect([file.status(), file.headers()['content-type']?.startsWith(type)]).toEqual([200, true])
  }

  // A past day with awards: no other test changes it, at any hour.
  const awarding = rows.filter({ has: page.locator('a[href*="type=PointsAwarded"]') }).last()
  const points = tenths((await awarding.getByRole('cell').allTextContents())[2] ?? '')
  await awarding.locator('a[href*="type=PointsAwarded"]').click()
  await expect(page).toHaveURL(/\/figures\/events\?day=\d{4}-\d\d-\d\d&type=PointsAwarded&type=AwardCorrected$/)
  const awards = page.url()
  // Back returns to the chosen days.
  await page.goBack()
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/\/figures\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d$/)
  const chosen = page.url()
  await page
    .getByRole('link', { name: /: issued / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/figures\/events\?day=/)
  await page.goBack()
  await expect(page).toHaveURL(chosen)
  await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto(awards)
  await expect(page.getByRole('row').nth(1)).toContainText('+')
  const moved = await page.getByRole('row').locator('td:nth-child(5) > span:not([aria-hidden])').allTextContents()
  expect(moved.reduce((sum, text) => sum + tenths(text.replace('+', '')), 0)).toBe(points)
  await expectNoBarriers(page)
})

test("this month's points open this month's events, total points all events", async ({ page }) => {
  await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
  const awards = '&type=PointsAwarded&type=AwardVoided&type=AwardCorrected'
  const { id } = (await (await page.request.get('/api/auth/me')).json()) as { id: number }
  const month = new Date(Date.now() + 4 * 60 * 60 * 1000).toISOString().slice(0, 7)
  const link = page.getByRole('region', { name: 'At a glance', exact: true }).getByRole('link')
  await link.nth(1).click()
  await expect(page).toHaveURL(new RegExp(`/figures/events\\?month=${month}${awards}$`))
  await expect(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible()
  const shown = await page.request.get(`/api/business/${id}/movements?month=${month}${awards}`)
  const { movements } = (await shown.json()) as { movements: { recordedAt: string }[] }
  expect(
    movements.every(({ recordedAt }) =>
      new Date(Date.parse(recordedAt) + 4 * 60 * 60 * 1000).toISOString().startsWith(month),
    ),
  ).toBe(true)
  await expect(page.getByRole('row')).toHaveCount(movements.length === 0 ? 0 : movements.length + 1)
  await page.goBack()
  await link.first().click()
  await expect(page).toHaveURL(/\/figures\/events\?type=PointsAwarded&type=AwardVoided&type=AwardCorrected$/)
})

test('buyers are sorted and searched by the server, have two columns of dashes, and open their events (R82)', async ({
  page,
}) => {
  await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
  const table = page.getByRole('table', { name: 'Buyers' })
  await expect(table).toBeVisible()
  await page.getByRole('button', { name: 'Total points' }).click()
  await expect(page.getByRole('columnheader', { name: 'Total points' })).toHaveAttribute('aria-sort', 'descending')
  await expect
    .poll(async () => {
      const points = (await table.locator('td:nth-child(2)').allTextContents()).map(Number)
      return points.length === 10 && points.every((each, index) => index === 0 || each <= (points[index - 1] ?? 0))
    })
    .toBe(true)
  const first = await table.locator('td').first().textContent()
  await page.getByRole('button', { name: 'Next page' }).last().click()
  await expect(table.locator('td').first()).not.toHaveText(first ?? '')
  await page.getByPlaceholder('Search by buyer ID').fill('kh 0001')
  await expect(table.locator('tbody tr')).toHaveCount(1)
  expect(await table.locator('td').allTextContents()).toEqual([
    expect.stringMatching(/KH\s0001/),
    expect.any(String),
    '—',
    '—',
  ])
  await table.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Events behind the number' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(/KH\s0001/)
})
