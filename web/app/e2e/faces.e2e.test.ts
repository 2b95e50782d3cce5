/** Pictures of businesses and of their perks. */
import type { Locator, Page } from '@playwright/test'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { drawPicture } from '../../../infra/testing/people/upload-picture.ts'
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

/** As the server stores it. */
const expectDrawn = async (image: Locator): Promise<void> => {
  await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBe(400)
}

for (const language of ['am', 'en'] as const) {
  const { editBusiness, perkForm, perks } = wordsOf(language)
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    test(`an owner's cover is previewed, saved, and shown three to one on top of the page (${language}, ${screen})`, async ({
      page,
    }) => {
      const cafe = await cast.business()
      await enter(page.context(), cafe)
      await page.setViewportSize(viewport)
      await page.goto(`/edit-business?lang=${language}`)
      const picture = await drawPicture(2000, 900)
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
      const cover = page.locator('header img[alt=""]')
      await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
      const box = await cover.boundingBox()
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(3, 1)
      await expectSound(page)

      await page.route('**/logos/**', (route) => route.abort())
      await page.reload()
      await expect(cover).toBeHidden()
      await expect(page.locator('header div:has(> img) > svg')).toBeVisible()
    })

    test(`a perk's picture is chosen with the perk, and shown square on the page and in the wallet (${language}, ${screen})`, async ({
      page,
      browser,
    }) => {
      const [cafe, ani] = [await cast.business(), await cast.buyer()]
      await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 })
      await enter(page.context(), cafe)
      await page.setViewportSize(viewport)
      await page.goto(`/perks?lang=${language}`)
      await page.getByRole('button', { name: perks.add }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[name=name]').fill('Gata')
      await dialog.locator('[name=description]').fill('Warm, with walnuts')
      await dialog.locator('[name=pointsRequired]').fill('12')
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'gata.png', mimeType: 'image/png', buffer: await drawPicture(900, 600) })
      await expect(page.getByAltText(perkForm.picturePreview)).toBeVisible()
      await expectSound(page)
      await dialog.getByRole('button', { name: perks.add }).click()
      await expect(dialog).toHaveCount(0)
      await expectDrawn(page.getByTestId('perk-grid').locator('img'))
      await expectSound(page)

      const wallet = await browser.newPage({ viewport })
      await enter(wallet.context(), ani)
      await wallet.goto(`/dashboard?lang=${language}`)
      const shown = wallet.locator('li img[alt=""]')
      await expectDrawn(shown)
      await expectSound(wallet)
      await wallet.goto(`/business/business-${cafe.id}?lang=${language}`)
      await expectDrawn(shown)
      await expectSound(wallet)
      await wallet.context().close()

      await page.goto(`/business/business-${cafe.id}?lang=${language}`)
      const picture = page.locator('li div:has(> img)')
      await expectDrawn(picture.locator('img'))
      const box = await picture.boundingBox()
      expect(box?.width).toBe(box?.height)
      await page.route('**/logos/**', (route) => route.abort())
      await page.reload()
      await expect(picture.locator('img')).toBeHidden()
      await expect(picture.locator('svg')).toBeVisible()
      // The list is drawn again once the page knows who is signed in.
      await expect.poll(() => picture.boundingBox()).toEqual(box)
      await expectSound(page)
    })
  }
}
