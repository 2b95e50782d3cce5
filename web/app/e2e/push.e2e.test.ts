/** Notifications of a buyer's browser, up to the browser's own push service, which a test has not. */
import type { Page } from '@playwright/test'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { afterRender, expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

test.use({ serviceWorkers: 'allow' })

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

/** The person allows notifications when asked; subscription and answer outlive a reload. */
function pushingBrowser(endpoint: string): void {
  const isOn = (): boolean => localStorage.getItem('test.push') !== null
  const subscription = {
    endpoint,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }),
    unsubscribe: async () => true,
  }
  Object.defineProperty(Notification, 'permission', { get: () => (isOn() ? 'granted' : 'default') })
  Notification.requestPermission = async () => {
    localStorage.setItem('test.push', 'on')
    return 'granted'
  }
  const manager = PushManager.prototype as unknown as Record<string, () => Promise<unknown>>
  manager['getSubscription'] = async () => (isOn() ? subscription : null)
  manager['subscribe'] = async () => subscription
}

async function openWallet(page: Page, path: string): Promise<void> {
  const business = await cast.business(['2'])
  const buyer = await cast.buyer()
  await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent: 2_750 })
  await page.addInitScript(pushingBrowser, `https://push.example/of-${buyer.id}`)
  await enter(page.context(), buyer)
  await page.goto(path)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** Later than the question would appear. */
async function openAnswered(page: Page, open: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/push')
  await open()
  await answer
  await expect(page.getByTestId('total-points')).toBeVisible()
  await afterRender(page)
}

for (const language of ['am', 'en'] as const) {
  test(`after the first award the wallet asks once, and the profile has a switch for each kind (${language})`, async ({
    page,
  }) => {
    const { push } = wordsOf(language)
    await page.setViewportSize({ width: 390, height: 844 })
    await openWallet(page, `/dashboard?lang=${language}`)
    const card = page.getByRole('region', { name: push.askTitle })
    await expect(card).toBeVisible()
    await expectNoBarriers(page)
    await card.getByRole('button', { name: push.yes }).click()
    await expect(card.getByText(push.answers.on)).toBeFocused()

    await card.getByRole('link', { name: push.toProfile }).click()
    const settings = page.getByRole('region', { name: push.title, exact: true })
    for (const name of Object.values(push.kinds)) await expect(settings.getByRole('checkbox', { name })).toBeChecked()
    await expectNoBarriers(page)
    await settings.getByRole('checkbox', { name: push.kinds.points }).click()
    await expect(page.getByText(push.saved)).toBeVisible()
    await page.reload()
    await expect(settings.getByRole('checkbox', { name: push.kinds.perk })).toBeChecked()
    await expect(settings.getByRole('checkbox', { name: push.kinds.points })).not.toBeChecked()

    await openAnswered(page, () => page.goto('/dashboard'))
    await expect(card).toHaveCount(0)
  })

  test(`"Not now" holds after a reload (${language})`, async ({ page }) => {
    const { push } = wordsOf(language)
    await openWallet(page, `/dashboard?lang=${language}`)
    const card = page.getByRole('region', { name: push.askTitle })
    await card.getByRole('button', { name: push.no }).click()
    await expect(card.getByText(push.answers.later)).toBeFocused()
    await openAnswered(page, () => page.reload())
    await expect(card).toHaveCount(0)
  })
}
