import sharp from 'sharp'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { newBusiness } from '../../../infra/testing/browser/e2e-new-business.ts'
import { signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'

const DEMO_PASSWORD = 'Hatik-demo-1'

test('only a business finds anything at its own addresses (R11, R12)', async ({ page }) => {
  await signInAsBusiness(page, 'ani@hatik.test', DEMO_PASSWORD)
  for (const address of ['/billing', '/edit-business', '/figures', '/figures/events']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
})

test('the profile: all errors at once, a logo that is checked, compressed and shown, and back to the dashboard (R94-R96, R160, R163, R164)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const sent: { type: string; size: number }[] = []
    Object.assign(window, { sent })
    const { set } = FormData.prototype
    FormData.prototype.set = function (...entry: unknown[]) {
      if (entry[1] instanceof File) sent.push({ type: entry[1].type, size: entry[1].size })
      return (set as (...args: unknown[]) => void).apply(this, entry)
    }
  })
  await newBusiness(page)
  await page.getByRole('link', { name: 'Edit business' }).click()
  await expect(page.locator('[name=businessName]')).toHaveValue('Նոր խանութ')
  await expectNoBarriers(page)
  await page.locator('[name=instagramUrl]').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await expect(page.getByText('At least one website or social media link is required')).toBeVisible()

  const file = page.locator('input[type=file]').first()
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.')).toBeVisible()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Failed to process image. Please try again.')).toBeVisible()
  const noise = Buffer.from(Array.from({ length: 900 * 700 * 3 }, (_, index) => (index * 7919) % 251))
  const large = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
    .png()
    .toBuffer()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByAltText('Logo preview')).toBeVisible()

  await page.locator('[name=address]').fill('Gyumri, Rizhkov 12')
  await page.locator('[name=website]').fill('shop.am')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const [sent] = await page.evaluate(() => (window as unknown as { sent: { type: string; size: number }[] }).sent)
  expect(sent?.type).toBe('image/webp')
  expect(sent?.size).toBeLessThanOrEqual(0.5 * 1024 * 1024)
  await page.getByRole('link', { name: 'Edit business' }).click()
  await expect(page.locator('[name=website]')).toHaveValue('https://shop.am/')
  const shown = page.getByAltText('Logo preview')
  await expect(shown).toBeVisible()
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => Math.max(image.naturalWidth, image.naturalHeight)))
    .toBe(400)
  // Shown whole to buyers and owner: cropping would cut off both ends of a wide logo.
  await expect(shown).toHaveCSS('object-fit', 'contain')
  await page.goto('/dashboard')
  await page.goto((await page.getByRole('link', { name: 'View business' }).getAttribute('href')) ?? '')
  await expect(page.getByAltText(/^Logo of/).first()).toHaveCSS('object-fit', 'contain')
})
