/** Pictures of businesses. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const SCREENS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

/** In light and in dark. */
async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectToFitWithoutBarriers(page)
  }
}

for (const language of ['am', 'en'] as const) {
  const { editBusiness } = wordsOf(language)
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    test(`an owner's cover is previewed, saved, and shown three to one on top of the page (${language}, ${screen})`, async ({
      page,
    }) => {
      const cafe = await cast.business()
      await enter(page.context(), cafe)
      await page.setViewportSize(viewport)
      await page.goto(`/edit-business?lang=${language}`)
      const picture = await sharp({ create: { width: 2000, height: 900, channels: 3, background: '#176773' } })
        .png()
        .toBuffer()
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: picture })
      await expect(page.getByAltText(editBusiness.coverPreview)).toBeVisible()
      await expectSound(page)
      await page.locator('main [name=description]').fill('Coffee')
      await page.locator('main [name=phone]').fill('+374 10 123456')
      await page.locator('[name=address]').fill('Gyumri, Rizhkov 12')
      await page.locator('[name=website]').fill('shop.am')
      await page.getByRole('button', { name: editBusiness.save }).click()
      await expect(page).toHaveURL(/\/dashboard/)

      await page.goto(`/business/business-${cafe.id}?lang=${language}`)
      const cover = page.getByTestId('cover').locator('img')
      await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
      const box = await page.getByTestId('cover').boundingBox()
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(3, 1)
      await expectSound(page)

      await page.route('**/logos/**', (route) => route.abort())
      await page.reload()
      await expect(page.getByTestId('cover').locator('svg')).toBeVisible()
    })
  }
}
