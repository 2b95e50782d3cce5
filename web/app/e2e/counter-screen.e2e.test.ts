/** The counter at /counter: camera, keys, perks, undo, offline, and the buyer's window. */
import type { BrowserContext, Page } from '@playwright/test'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'

test.use({ serviceWorkers: 'allow' })

const NBSP = '\u00a0'
const TABLET = { width: 820, height: 1_180 }
const PHONE = { width: 390, height: 844 }

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

async function shop(context: BrowserContext) {
  const [business, buyer] = [await cast.business(['3.0', '40.0']), await cast.buyer()]
  await enter(context, business)
  return { business, buyer }
}

async function open(page: Page, language: 'am' | 'en', { camera = false } = {}): Promise<void> {
  if (!camera) await page.addInitScript(() => localStorage.setItem('hatik.counter-camera-off', 'true'))
  await page.goto(`/counter?lang=${language}`)
  await expect(page.getByRole('region', { name: wordsOf(language).counter.roll })).toBeVisible()
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
}

const tile = (page: Page) => page.getByTestId('buyer-tile')
const roll = (page: Page) => page.getByTestId('counter-roll').getByRole('listitem')
const spaced = (code: string): string => `${code.slice(0, 2)}${NBSP}${code.slice(2)}`
/** A name that begins like this sentence, up to what is filled in. */
const like = (sentence: string): RegExp => new RegExp(`^${sentence.split(/\s*\{\{/)[0]}`)

async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** A key within 50 ms of a scan's last one belongs to the scan; a hand is slower. */
const asAPerson = (page: Page): Promise<void> => page.evaluate(() => new Promise((done) => setTimeout(done, 60)))

async function light(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await expectToFitWithoutBarriers(page)
}

for (const [language, viewport] of [
  ['am', TABLET],
  ['en', PHONE],
] as const) {
  test(`the camera brings the buyer, and a five-digit amount takes six taps at ${viewport.width} px (${language})`, async ({
    page,
    context,
    camera,
  }) => {
    // The page decodes the camera's picture itself, which is slow on a busy machine.
    test.slow()
    const words = wordsOf(language)
    const { buyer } = await shop(context)
    await page.setViewportSize(viewport)
    camera.show(buyer.code)
    await open(page, language, { camera: true })
    await expect(page.locator('header').getByRole('navigation')).toHaveCount(0)
    await expect(tile(page)).toContainText(spaced(buyer.code), { timeout: 30_000 })
    await expect(tile(page)).toContainText(
      filled(words.counter.toGo_other, { perk: '', points: '3' }).replace(/^[:՝]\s*/, ''),
    )
    await light(page, 'light')
    await light(page, 'dark')

    let taps = 0
    const tap = async (name: string): Promise<void> => {
      taps += 1
      await page.getByRole('button', { name, exact: true }).click()
    }
    for (const digit of '12345') await tap(digit)
    await tap(words.award.submit)
    expect(taps).toBeLessThanOrEqual(8)
    await expect(page.getByTestId('award-result')).toContainText(language === 'am' ? '24,6' : '24.6')
    await expect(roll(page)).toHaveCount(1)
    // Ready for the next buyer, although the camera still sees this one.
    await expect(page.getByTestId('counter-card')).toBeEmpty()
    await expect(roll(page).first()).toContainText(words.timeAgo.now)
    await expect(page.getByRole('textbox')).toHaveValue('')
  })
}

for (const [language, viewport] of [
  ['am', PHONE],
  ['en', TABLET],
] as const) {
  test(`a redemption code asks once, is used, and its use is undone from the roll at ${viewport.width} px (${language})`, async ({
    page,
    context,
  }) => {
    const words = wordsOf(language)
    const { business, buyer } = await shop(context)
    await page.setViewportSize(viewport)
    await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 5_000,
    })
    const redeemed = await buyer.write<{ redemptionCode: string }>('POST', `/api/buyer/${buyer.id}/redeem`, {
      perkId: business.perkIds[0],
    })
    const state = async (): Promise<string> => {
      const path = `/api/business/${business.id}/redemptions/${redeemed.body.redemptionCode}`
      return (await business.get<{ state: string }>(path)).body.state
    }
    await open(page, language)
    await scan(page, redeemed.body.redemptionCode)
    await expect(page.getByTestId('counter-asks')).toBeVisible()
    await light(page, 'light')
    await light(page, 'dark')
    expect(await state()).toBe('pending')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('counter-given')).toBeVisible()
    await light(page, 'light')
    await expect.poll(state).toBe('used')

    await page.reload()
    await page
      .getByTestId('perk-act')
      .getByRole('button', { name: like(words.verify.undoFor) })
      .click()
    await expect(page.getByTestId('perk-act')).toContainText(words.counter.undone)
    await expect.poll(state).toBe('pending')
  })
}

test('by keyboard alone: the amount may come first, a large one is asked about, and an award is undone', async ({
  page,
  context,
}) => {
  const words = wordsOf('en')
  const { buyer } = await shop(context)
  await page.setViewportSize(TABLET)
  await open(page, 'en')
  await page.keyboard.type('1000000', { delay: 80 })
  await scan(page, buyer.code)
  await expect(tile(page)).toBeVisible()
  await asAPerson(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await expect(page.getByLabel(words.award.amount)).toHaveValue(`100,000${NBSP}AMD`)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('award-result')).toBeVisible()

  await roll(page)
    .getByRole('button', { name: like(words.recent.undoFor) })
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // Keys belong to the dialog.
  await page.keyboard.type('Wrong buyer')
  await dialog.getByRole('button', { name: words.undo.go }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(roll(page).first()).toContainText(words.recent.voided)
})

test('an award made offline waits in the outbox, is sent once the network is back, and other codes are told so', async ({
  page,
  context,
}) => {
  const words = wordsOf('en')
  const { business, buyer } = await shop(context)
  await page.setViewportSize(TABLET)
  await open(page, 'en')
  await context.setOffline(true)
  await scan(page, 'K7MNP2QR')
  await expect(page.getByRole('alert').filter({ hasText: words.verify.offline })).toBeVisible()
  await scan(page, buyer.code)
  await expect(tile(page)).toContainText(words.counter.unknownHere)
  await page.keyboard.type('700')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('award-waits')).toBeVisible()
  await expect(page.getByTestId('waiting-awards')).toBeVisible()
  await light(page, 'light')
  await context.setOffline(false)
  await expect(page.getByTestId('waiting-awards')).toHaveCount(0, { timeout: 20_000 })
  await expect(roll(page)).toHaveCount(1)
  const { body } = await business.get<{ awards: { amountSpent: number }[] }>(`/api/business/${business.id}/awards`)
  expect(body.awards.map(({ amountSpent }) => amountSpent)).toEqual([700])
})

test("the buyer's window greets, shows the points and the balance of the award, and nothing else about the buyer", async ({
  page,
  context,
}) => {
  const { business, buyer } = await shop(context)
  await open(page, 'en')
  const [display] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: wordsOf('en').counter.openDisplay }).click(),
  ])
  await expect(display.getByRole('heading')).toHaveText(business.businessName)
  await expectToFitWithoutBarriers(display)
  await page.bringToFront()
  await scan(page, buyer.code)
  await expect(tile(page)).toBeVisible()
  await page.keyboard.type('6200')
  await page.keyboard.press('Enter')
  await expect(display.getByTestId('buyer-display')).toHaveText('+12.4 pointsYour balance: 12.4 points')
  await expect(display.locator('body')).not.toContainText(spaced(buyer.code))
  await scan(page, buyer.code)
  await expect(display.getByTestId('buyer-display')).toContainText('Show your Hatik code')
})

for (const language of ['am', 'en'] as const) {
  test(`a phone says what is wrong with its camera (${language})`, async ({ page, context }) => {
    await page.setViewportSize(PHONE)
    await shop(context)
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('broken', 'NotFoundError'))
    })
    await open(page, language, { camera: true })
    const said = page.getByRole('alert').getByText(wordsOf(language).scanner.missing)
    await expect(said).toBeVisible()
    // Hidden words of screen readers are one pixel wide.
    expect((await said.boundingBox())!.width).toBeGreaterThan(100)
    await expectToFitWithoutBarriers(page)
  })
}

test('the demo opens the counter with one click, also on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const words: Words = wordsOf('en')
  await page.goto('/dev/counter')
  await expect(page).toHaveURL(/\/counter$/)
  await page.goto('/counter?lang=en')
  await expect(page.getByRole('region', { name: words.counter.entry })).toBeVisible()
  await page.getByRole('link', { name: words.header.dashboard }).click()
  await expect(page.getByRole('link', { name: words.businessNav.counter })).toHaveAttribute('href', '/counter')
})
