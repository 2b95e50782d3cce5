/** Covers R83-R87, R215, H14. */
import type { Page } from '@playwright/test'
import { violationsOf } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'

async function counter(page: Page): Promise<void> {
  await page.goto('/auth?lang=en')
  await page.locator('[name=email]').fill('cafe@hatik.test')
  await page.locator('[name=password]').fill('Hatik-demo-1')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=buyerId]')).toBeVisible()
}
const scanBuyer = (page: Page): Promise<void> => page.getByRole('button', { name: "Scan the buyer's QR code" }).click()

for (const [how, held] of [
  ['turned by 30 degrees', { turnedDegrees: 30 }],
  ['upside down', { turnedDegrees: 180 }],
  ['blurred', { blurPixels: 3 }],
  ['far away', { share: 0.25 }],
  ['far away and askew', { share: 0.35, turnedDegrees: 15 }],
] as const) {
  test(`a code that is ${how} is read`, async ({ page, camera }) => {
    camera.show('KH0001', held)
    await counter(page)
    await scanBuyer(page)
    await expect(page.getByText('Buyer found: KH 0001')).toBeVisible()
    await expect(page.locator('input[name=buyerId]')).toHaveValue('KH0001')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('the wrong kind of code is explained, in either field (H14)', async ({ page, camera }) => {
  await counter(page)
  camera.show('K7MNP2QR')
  await scanBuyer(page)
  await expect(page.getByText('This is a redemption code, not a buyer ID.')).toBeVisible()
  await expect(page.locator('input[name=buyerId]')).toHaveValue('')
  camera.show('KH0001')
  await page.getByRole('button', { name: 'Scan the redemption code' }).click()
  await expect(page.getByText('This is a buyer ID, not a redemption code.')).toBeVisible()
})

test('a code can be typed beside the camera, by keyboard alone', async ({ page, camera }) => {
  // Too blurred for any decoder.
  camera.show('KH0002', { blurPixels: 10 })
  await counter(page)
  await page.getByRole('button', { name: "Scan the buyer's QR code" }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Or type the code').focus()
  expect((await violationsOf(page)).map(({ id }) => id)).toEqual([])
  await page.keyboard.type('kh 0001')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Buyer found: KH 0001')).toBeVisible()
  await expect(page.locator('input[name=buyerId]')).toHaveValue('KH0001')
})

test('a hand scanner during the camera scan types a code, instead of pressing the focused button', async ({
  page,
  camera,
}) => {
  camera.show('KH0002', { blurPixels: 10 })
  await counter(page)
  await scanBuyer(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('KH0001')
  await expect(page.getByLabel('Or type the code')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Buyer found: KH 0001')).toBeVisible()
  await expect(page.locator('input[name=buyerId]')).toHaveValue('KH0001')
  await expect(page.locator('input[name=amountSpent]')).toBeFocused()
})

for (const [name, words] of [
  ['NotAllowedError', 'Camera permission denied. Please allow camera access and try again.'],
  ['NotFoundError', 'No camera found on this device.'],
  ['NotSupportedError', 'Camera not supported in this browser.'],
  ['AbortError', 'Camera error: broken'],
] as const) {
  test(`a camera that fails with ${name} says so, and can be tried again (R85, R215)`, async ({ page, camera }) => {
    camera.show('KH0001')
    await page.addInitScript((error) => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      let failed = false
      navigator.mediaDevices.getUserMedia = (wanted) => {
        if (failed) return open(wanted)
        failed = true
        return Promise.reject(new DOMException('broken', error))
      }
    }, name)
    await counter(page)
    await scanBuyer(page)
    await expect(page.getByText(words)).toBeVisible()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('Buyer found: KH 0001')).toBeVisible()
  })
}
