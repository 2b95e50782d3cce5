import type { BrowserContext, Page, Route } from '@playwright/test'
import { violationsOf } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

test.use({ serviceWorkers: 'allow' })

const PASSWORD = 'Hatik-demo-1'
/** No other test awards to this buyer. */
const BUYER = 'KH0001'

interface Award {
  awardId: string
  receipt: string | null
  amountSpent: number
  happenedAt: string
  recordedAt: string
  voided: unknown
}

async function counter(context: BrowserContext, email = 'cafe@hatik.test'): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/dashboard?lang=en')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=buyerId]')).toBeVisible()
  // From here on the page opens offline.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return page
}

let receipts = 0
const newReceipt = (): string => `R${Date.now()}-${(receipts += 1)}`

/** By keyboard, from the code to the receipt. */
async function typeAward(page: Page, amount: string, receipt: string): Promise<void> {
  await page.locator('input[name=buyerId]').focus()
  await page.keyboard.type(BUYER)
  await page.keyboard.press('Enter')
  await page.keyboard.type(amount)
  await page.keyboard.press('Tab')
  await page.keyboard.type(receipt)
  await page.keyboard.press('Enter')
}

/** Oldest first. */
async function landed(page: Page, wanted: readonly string[]): Promise<Award[]> {
  const { id } = (await (await page.request.get('/api/auth/me')).json()) as { id: number }
  const { awards } = (await (await page.request.get(`/api/business/${id}/awards?limit=100`)).json()) as {
    awards: Award[]
  }
  return awards.filter(({ receipt }) => receipt !== null && wanted.includes(receipt)).reverse()
}

const waiting = (page: Page) => page.getByTestId('waiting-awards').locator('li')

/** Lets the server execute `count` awards and drops the replies. */
async function loseAnswers(page: Page, count: number): Promise<() => string[]> {
  let left = count
  const keys: string[] = []
  await page.route('**/award-points', async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (left === 0) return route.continue()
    left -= 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => keys
}

test('an empty form submitted again is reported aloud again, in one sentence each time (WCAG 4.1.3)', async ({
  context,
}) => {
  const page = await counter(context)
  const { award, fields } = wordsOf('en')
  const sentence = filled(fields.several, { number: '2', labels: `${award.code}, ${award.amount}` })
  await page.evaluate(() => {
    const heard: (string | null)[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.role === 'alert') heard.push(node.textContent)
    }).observe(document.body, { childList: true, subtree: true })
    Object.assign(window, { heard })
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  await page.locator('input[name=buyerId]').focus()
  for (const times of [1, 2, 3]) {
    await page.keyboard.press('Enter')
    await expect.poll(heard).toEqual(Array(times).fill(sentence))
    await expect(page.locator('input[name=buyerId]')).toBeFocused()
  }
})

test('the counter by keyboard alone: award, see it, void it (H3, H4)', async ({ context }) => {
  const page = await counter(context)
  const receipt = newReceipt()
  await expect(page.locator('input[name=buyerId]')).toBeFocused()
  await typeAward(page, '1249', receipt)
  await expect(page.getByTestId('award-result')).toContainText('2.4 points awarded')
  await expect(page.locator('input[name=buyerId]')).toBeFocused()
  const line = page.getByTestId('recent-awards').locator('li').filter({ hasText: receipt })
  await expect(line).toContainText('2.4 points')
  await expect(page.getByRole('heading', { name: 'Recent awards' })).toBeVisible()
  expect((await violationsOf(page)).map(({ id }) => id)).toEqual([])

  await line.getByRole('button', { name: /^Undo: / }).focus()
  await page.keyboard.press('Enter')
  const consequences = page.getByTestId('undo-consequences')
  await expect(consequences).toContainText('2.4 points will be taken from buyer KH 0001.')
  await expect(consequences).toContainText(/Balance: [\d.,]+, will be [\d.,]+/)
  await expect(page.getByLabel('Reason')).toBeFocused()
  expect((await violationsOf(page)).map(({ id }) => id)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please give a reason')).toBeVisible()
  await page.keyboard.type('Wrong amount')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Award undone: 2.4 points taken from KH 0001')).toBeVisible()
  await expect(line).toContainText('Undone')
  await expect(line.getByRole('button')).toHaveCount(0)
  expect((await landed(page, [receipt]))[0]?.voided).not.toBeNull()
})

test('a mistyped amount is corrected by keyboard, and the line says what it became (decision 44)', async ({
  context,
}) => {
  const page = await counter(context)
  const receipt = newReceipt()
  await typeAward(page, '12490', receipt)
  await expect(page.getByTestId('award-result')).toContainText('24.9 points awarded')
  const line = page.getByTestId('recent-awards').locator('li').filter({ hasText: receipt })
  await line.getByRole('button', { name: /^Correct: / }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('It should be')).toBeFocused()
  await page.keyboard.type('1249')
  const consequences = page.getByTestId('correct-consequences')
  await expect(consequences).toContainText('22.5 points are taken from buyer KH 0001.')
  await page.getByRole('button', { name: 'Wrong amount' }).click()
  expect((await violationsOf(page)).map(({ id }) => id)).toEqual([])
  await page.getByLabel('Reason').press('Enter')
  await expect(page.getByText(/^Award of KH.0001 corrected to/)).toBeVisible()
  await expect(line).toContainText('corrected to')
  await expect(line).toContainText('2.4 points')
})

test('an impossible code is unknown to verification and award; a too short one is reported as such (R91, R165, R214)', async ({
  context,
}) => {
  const page = await counter(context)
  const verify = async (code: string) => {
    await page.locator('input[name=buyerId]').fill(code)
    await page.getByRole('button', { name: 'Verify buyer' }).click()
  }
  await verify('AO1234')
  await expect(page.getByText('Buyer not found').first()).toBeVisible()
  await verify('AB123')
  await expect(page.getByText('Buyer ID must be exactly 6 characters').first()).toBeVisible()
})

test('a receipt is awarded once; a repetition is reported, and the typed text stays', async ({ context }) => {
  const page = await counter(context)
  const receipt = newReceipt()
  await typeAward(page, '500', receipt)
  await expect(page.getByTestId('award-result')).toBeVisible()
  await typeAward(page, '500', receipt)
  await expect(page.getByText('Points have already been awarded for this receipt')).toBeVisible()
  await expect(page.locator('input[name=receipt]')).toHaveValue(receipt)
  await expect(page.locator('input[name=receipt]')).toBeFocused()
  await expect(waiting(page)).toHaveCount(0)
  expect(await landed(page, [receipt])).toHaveLength(1)
})

test('offline, the counter goes on, survives the closing of its tab, and everything lands once and in order', async ({
  context,
}) => {
  const page = await counter(context)
  const wanted = [newReceipt(), newReceipt(), newReceipt()]
  await page.locator('input[name=redemptionCode]').focus()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Redemption codes can only be verified online.')).toBeVisible()
  await expect(page.locator('input[name=redemptionCode]')).toBeDisabled()
  await page.keyboard.type('K7')
  await expect(
    page.locator('input[name=redemptionCode]'),
    'nothing is taken, and nobody is thrown out of the field',
  ).toBeFocused()
  await expect(page.locator('input[name=redemptionCode]')).toHaveValue('')
  await typeAward(page, '500', wanted[0] ?? '')
  await expect(page.getByTestId('award-waits')).toContainText('1 point for KH 0001 saved')
  await expect(page.locator('input[name=buyerId]')).toBeFocused()
  await typeAward(page, '1000', wanted[1] ?? '')
  await expect(waiting(page)).toHaveCount(2)
  expect((await violationsOf(page)).map(({ id }) => id)).toEqual([])
  await page.close()

  const reopened = await context.newPage()
  await reopened.goto('/dashboard')
  await expect(reopened.locator('input[name=buyerId]')).toBeVisible()
  await expect(waiting(reopened)).toHaveCount(2)
  await typeAward(reopened, '1500', wanted[2] ?? '')
  await expect(waiting(reopened)).toHaveCount(3)
  const before = Date.now()

  await context.setOffline(false)
  await expect(waiting(reopened)).toHaveCount(0, { timeout: 20_000 })
  const awards = await landed(reopened, wanted)
  expect(awards.map(({ receipt, amountSpent }) => [receipt, amountSpent])).toEqual(
    wanted.map((receipt, index) => [receipt, 500 * (index + 1)]),
  )
  // The purchase's time, not that of the reconnection.
  for (const { happenedAt, recordedAt } of awards)
    expect([Date.parse(happenedAt) < before, Date.parse(recordedAt) >= before - 5_000]).toEqual([true, true])
  await expect(reopened.locator('input[name=redemptionCode]')).toBeEnabled()
  await expect(reopened.getByTestId('recent-awards')).toContainText(wanted[2] ?? '')
})

test('after lost replies, retries with the same key make one award in the ledger', async ({ context }) => {
  const page = await counter(context)
  const receipt = newReceipt()
  const keys = await loseAnswers(page, 3)
  await typeAward(page, '2500', receipt)
  await expect(page.getByTestId('award-waits')).toBeVisible()
  await expect(waiting(page)).toHaveCount(1)
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 })
  // The result replaces the waiting notice.
  await expect(page.getByTestId('award-waits')).toHaveCount(0)
  await expect(page.getByTestId('award-result')).toContainText('5 points awarded')
  expect(await landed(page, [receipt])).toHaveLength(1)
  expect(keys().length).toBeGreaterThanOrEqual(4)
  expect(new Set(keys()).size).toBe(1)
})

test('a reply lost with the tab: the next tab finds out, and nothing is doubled', async ({ context }) => {
  const page = await counter(context)
  const receipt = newReceipt()
  await loseAnswers(page, 99)
  await typeAward(page, '3500', receipt)
  await expect(waiting(page)).toHaveCount(1)
  await expect.poll(async () => (await landed(page, [receipt])).length).toBe(1)
  await page.close()
  const reopened = await context.newPage()
  await reopened.goto('/dashboard')
  await expect(reopened.getByTestId('recent-awards')).toContainText(receipt)
  await expect(waiting(reopened)).toHaveCount(0, { timeout: 20_000 })
  expect(await landed(reopened, [receipt])).toHaveLength(1)
})

test('a later refusal stays on screen with its reason until someone has seen it', async ({ context }) => {
  const page = await counter(context)
  await context.setOffline(true)
  await page.locator('input[name=buyerId]').fill('ZZ9999')
  await page.locator('input[name=amountSpent]').fill('700')
  await page.keyboard.press('Enter')
  await expect(waiting(page)).toHaveCount(1)
  await context.setOffline(false)
  const refused = page.getByTestId('refused-award')
  await expect(refused).toContainText('Buyer not found', { timeout: 20_000 })
  await expect(refused).toContainText('ZZ 9999')
  await expect(page.getByTestId('award-waits')).toHaveCount(0)
  await page.reload()
  await expect(refused).toContainText('Buyer not found')
  expect((await violationsOf(page)).map(({ id }) => id)).toEqual([])
  await refused.getByRole('button', { name: 'Try Again' }).click()
  await expect(refused).toContainText('Buyer not found')
  await refused.getByRole('button', { name: 'Got it, remove' }).click()
  await expect(refused).toHaveCount(0)
  await page.reload()
  await expect(page.locator('input[name=buyerId]')).toBeVisible()
  await expect(refused).toHaveCount(0)
})

for (const language of ['am', 'en'] as const) {
  test(`the buyer opens the code and its QR on a phone offline, and an old balance names its time (${language})`, async ({
    context,
  }) => {
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/dashboard?lang=${language}`)
    await page.locator('input[name=email]').fill('ani@hatik.test')
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('buyer-code')).toBeVisible()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    await page.goto('/dashboard')
    await expect(page.getByTestId('buyer-code')).toBeVisible()
    const asOf = wordsOf(language).offlineWallet.text.split('{{moment}}')[1]!
    await expect(page.getByTestId('total-points')).toBeVisible()
    await expect(page.getByText(asOf)).toBeVisible()
    await page
      .getByRole('button', { name: wordsOf(language).buyerCard.showQr })
      .first()
      .click()
    await expect(page.locator('[data-qr=AN1234]')).toBeVisible()
  })
}

test('sounds are on until switched off, and stay off (R93)', async ({ context }) => {
  await context.addInitScript(() => {
    const played: number[] = []
    Object.assign(window, { played })
    const ramp = AudioParam.prototype.linearRampToValueAtTime
    AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
      played.push(value)
      return ramp.call(this, value, at)
    }
  })
  const page = await counter(context)
  const played = (): Promise<number[]> =>
    page.evaluate(() =>
      (window as unknown as { played: number[] }).played.map((volume) => Math.round(volume * 100) / 100),
    )
  await typeAward(page, '500', newReceipt())
  await expect(page.getByTestId('award-result')).toBeVisible()
  expect(await played()).toEqual([0.7, 0.7])
  await page.getByRole('button', { name: 'Sounds' }).click()
  expect(await page.evaluate(() => localStorage.getItem('sound-enabled'))).toBe('false')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sounds' })).toHaveAttribute('aria-pressed', 'false')
  await typeAward(page, '500', newReceipt())
  await expect(page.getByTestId('award-result')).toBeVisible()
  expect(await played()).toEqual([])
})
