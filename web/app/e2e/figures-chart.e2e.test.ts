/** The figures' tiles and their chart, on each screen and in both languages. */
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const DEMO_PASSWORD = 'Hatik-demo-1'
const SCREENS = {
  am: [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ],
  en: [{ width: 820, height: 1180 }],
}

for (const language of ['am', 'en'] as const) {
  const words = wordsOf(language).figures

  for (const viewport of SCREENS[language]) {
    test(`the figures have tiles and a chart whose cursor goes by touch and keyboard on ${viewport.width} px (${language})`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ viewport, hasTouch: true, ...(baseURL !== undefined && { baseURL }) })
      const page = await context.newPage()
      await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
      await page.goto(`/figures?lang=${language}`)
      const tiles = page.getByTestId('figure-tiles')
      for (const name of Object.values(words.tiles)) await expect(tiles).toContainText(name)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectToFitWithoutBarriers(page)
      }

      const [slider, chosen] = [page.getByRole('slider', { name: words.day }), page.getByTestId('chosen-day')]
      const plot = page.getByTestId('plot')
      await plot.scrollIntoViewIfNeeded()
      const { width, height } = (await plot.boundingBox())!
      await plot.tap({ position: { x: (width * 10.5) / 30, y: height / 2 } })
      await expect(slider).toHaveValue('10')
      await expect(slider).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(slider).toHaveValue('11')
      await page.keyboard.press('Home')
      await expect(slider).toHaveValue('0')
      const heard = await slider.getAttribute('aria-valuetext')
      expect(heard?.startsWith((await chosen.getByRole('link').textContent()) ?? '?')).toBe(true)
      // The numbers change above the plot without moving it.
      const before = await plot.boundingBox()
      await page.keyboard.press('End')
      await expect(slider).toHaveValue('29')
      expect(await plot.boundingBox()).toEqual(before)

      await chosen.getByRole('link').press('Enter')
      await expect(page).toHaveURL(/\/figures\/events\?day=\d{4}-\d\d-\d\d&type=PointsAwarded/)
      await context.close()
    })
  }

  test(`a period without points says so, without a chart (${language})`, async ({ page }) => {
    await page.setViewportSize(SCREENS[language][0]!)
    await signInAsBusiness(page, 'cafe@hatik.test', DEMO_PASSWORD)
    await page.goto(`/figures?from=2020-01-01&to=2020-01-31&lang=${language}`)
    await expect(page.getByText(words.emptyTitle, { exact: true })).toBeVisible()
    await expect(page.getByRole('slider')).toHaveCount(0)
    await expectToFitWithoutBarriers(page)
  })
}
