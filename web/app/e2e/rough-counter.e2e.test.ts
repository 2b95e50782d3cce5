import type { BrowserContext, Page } from '@playwright/test'
import { violationsOf } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

test.use({ serviceWorkers: 'allow' })

const HOUR_MS = 60 * 60 * 1000

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

const field = (page: Page, name: 'buyerId' | 'amountSpent' | 'redemptionCode') => page.locator(`input[name=${name}]`)

async function counter(context: BrowserContext, language: 'am' | 'en' = 'en') {
  const [business, buyer] = [await cast.business(['3.0']), await cast.buyer()]
  expect(
    (
      await business.write('POST', `/api/business/${business.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent: 5_000,
      })
    ).status,
  ).toBe(200)
  await enter(context, business)
  const page = await context.newPage()
  await page.goto(`/dashboard?lang=${language}`)
  await expect(field(page, 'buyerId')).toBeVisible()
  return { page, business, buyer }
}

for (const language of ['am', 'en'] as const) {
  test(`a redemption code with a lost reply is not called failed, and after a reload its perk is to be handed over (${language})`, async ({
    context,
  }) => {
    const words = wordsOf(language).verify
    const { page, business, buyer } = await counter(context, language)
    const redeemed = await buyer.write<{ redemptionCode: string }>('POST', `/api/buyer/${buyer.id}/redeem`, {
      perkId: business.perkIds[0],
    })
    await page.route('**/verify-redemption', async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort('connectionreset')
    })
    const verify = async (): Promise<void> => {
      await field(page, 'redemptionCode').fill(redeemed.body.redemptionCode)
      await page.keyboard.press('Enter')
    }
    await verify()
    await expect(page.getByTestId('verify-preview')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.unknown)).toBeVisible()
    await expect(page.getByText(words.failed)).toHaveCount(0)
    await page.unroute('**/verify-redemption')
    await page.reload()
    await verify()
    await expect(page.getByTestId('verify-result')).toContainText(words.give.split('{{')[0] ?? '')
  })
}

test('a tablet with a wrong clock gives offline awards their right moment', async ({ context }) => {
  const { page, business, buyer } = await counter(context)
  await page.clock.setSystemTime(Date.now() + 3 * HOUR_MS)
  await context.setOffline(true)
  await field(page, 'buyerId').fill(buyer.code)
  await field(page, 'amountSpent').fill('700')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('award-waits')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByTestId('waiting-awards')).toHaveCount(0, { timeout: 20_000 })
  await expect(page.getByTestId('refused-award')).toHaveCount(0)
  const moments = async (): Promise<number[]> => {
    const { body } = await business.get<{ awards: { amountSpent: number; happenedAt: string }[] }>(
      `/api/business/${business.id}/awards`,
    )
    return body.awards
      .filter(({ amountSpent }) => amountSpent === 700)
      .map(({ happenedAt }) => Date.now() - Date.parse(happenedAt))
  }
  await expect.poll(async () => (await moments()).length).toBe(1)
  expect(Math.abs((await moments())[0] ?? Infinity)).toBeLessThan(60_000)
})

for (const [how, open] of [
  [
    'forbids its store',
    () =>
      Object.assign(IDBFactory.prototype, {
        open: () => {
          throw new DOMException('no', 'SecurityError')
        },
      }),
  ],
  [
    'never answers for its store',
    () =>
      Object.assign(IDBFactory.prototype, {
        // A request without any event.
        open: () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as IDBOpenDBRequest,
      }),
  ],
] as const) {
  test(`a browser that ${how}: the award is sent, and a waiting one is reported as lost with the page, which warns before it closes`, async ({
    context,
  }) => {
    await context.addInitScript(open)
    const { page, buyer } = await counter(context)
    const award = async (amount: string): Promise<void> => {
      await field(page, 'buyerId').fill(buyer.code)
      await field(page, 'amountSpent').fill(amount)
      await page.keyboard.press('Enter')
    }
    await award('500')
    await expect(page.getByTestId('award-result')).toContainText('1 point awarded')
    await context.setOffline(true)
    await award('1000')
    await expect(page.getByTestId('award-waits')).toContainText('saved on this page only')
    await expect(page.getByTestId('waiting-awards')).toContainText('keep this page open until everything has been sent')
    expect((await violationsOf(page)).map(({ id }) => id)).toEqual([])
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closing
    await context.setOffline(false)
    await expect(page.getByTestId('waiting-awards')).toHaveCount(0, { timeout: 20_000 })
  })
}

test('an Armenian layout types a code, an amount and Enter like a Latin one (H12)', async ({ context }) => {
  const { page, buyer } = await counter(context)
  const armenian: Record<string, string> = {
    0: 'օ',
    1: ':',
    2: 'ձ',
    3: 'յ',
    4: '՛',
    5: ',',
    6: '-',
    7: '.',
    8: '«',
    9: '»',
  }
  const keyboard = await context.newCDPSession(page)
  const press = async (sign: string): Promise<void> => {
    const text = armenian[sign] ?? 'կ'
    const key = { key: text, code: /\d/.test(sign) ? `Digit${sign}` : `Key${sign}` }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  await expect(field(page, 'buyerId')).toBeFocused()
  for (const sign of buyer.code) await press(sign)
  await expect(field(page, 'buyerId')).toHaveValue(buyer.code)
  await page.keyboard.press('Enter')
  for (const sign of '1500') await press(sign)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('award-result')).toContainText('3 points awarded')
  await expect(field(page, 'buyerId')).toBeFocused()
})

test('the camera is off while the page is hidden, and reports being unplugged (R85, R86)', async ({
  context,
  camera,
}) => {
  // Too blurred for any decoder.
  camera.show('KH0002', { blurPixels: 10 })
  await context.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
    Object.assign(window, { tracks })
  })
  const { page } = await counter(context)
  const tracks = (): Promise<string[]> =>
    page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
    )
  const look = (state: 'hidden' | 'visible'): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.getByRole('button', { name: "Scan the buyer's QR code" }).click()
  await expect.poll(tracks).toEqual(['live'])
  await look('hidden')
  expect(await tracks()).toEqual(['ended'])
  await look('visible')
  await expect.poll(tracks).toEqual(['ended', 'live'])
  await page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.at(-1)?.dispatchEvent(new Event('ended')),
  )
  await expect(page.getByRole('alert')).toContainText('The camera has stopped. Please try again.')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(tracks).toEqual(['ended', 'ended', 'live'])
  await page.keyboard.press('Escape')
  await expect(field(page, 'buyerId')).toBeFocused()
  expect(await tracks()).toEqual(['ended', 'ended', 'ended'])
})

for (const language of ['am', 'en'] as const) {
  test(`a typed code beside the camera is fully visible on the narrowest phone (${language})`, async ({
    context,
    camera,
  }) => {
    camera.show('KH0002', { blurPixels: 10 })
    const { page } = await counter(context, language)
    const words = wordsOf(language)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: words.verify.scan }).click()
    const typed = page.getByLabel(words.scanner.type)
    await typed.fill('WWWWWWWW')
    expect(await typed.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  })
}

test('with forced colours buttons and messages have a border', async ({ context }) => {
  const { page, buyer } = await counter(context)
  await page.emulateMedia({ forcedColors: 'active' })
  await field(page, 'buyerId').fill(buyer.code)
  await field(page, 'amountSpent').fill('500')
  await page.keyboard.press('Enter')
  const line = (part: ReturnType<Page['locator']>): Promise<string> =>
    part.evaluate((element) => getComputedStyle(element).borderTopWidth)
  await expect(page.getByTestId('award-result')).toBeVisible()
  expect([
    await line(page.getByTestId('award-result')),
    await line(page.getByRole('button', { name: 'Award points' })),
  ]).toEqual(['1px', '1px'])
})
