/** The buyer's dashboard as a wallet: order, full-screen codes, and the question before redeeming. */
import type { Locator, Page } from '@playwright/test'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'

const NBSP = '\u00a0'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

/** A buyer with 5.5 points, and perks for 2, 12 and 100 there. */
async function openWallet(page: Page, language: 'am' | 'en') {
  const business = await cast.business(['2', '12', '100'])
  const buyer = await cast.buyer()
  await business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent: 2_750 })
  await enter(page.context(), buyer)
  await page.goto(`/dashboard?lang=${language}`)
  await expect(page.getByTestId('total-points')).toBeVisible()
  return { business, buyer }
}

const bottomOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox()
  return box ? box.y + box.height : Infinity
}

for (const language of ['am', 'en'] as const) {
  const { screen, viewport } = LOOKS[language]
  test(`a buyer's code is on the first screen, redeeming asks once, and the code fills the screen (${language}, ${screen})`, async ({
    page,
  }) => {
    const { buyerCard, redeem, redemptions, points, common } = wordsOf(language)
    await page.setViewportSize(viewport)
    await page.addInitScript(countLocks)
    const { business, buyer } = await openWallet(page, language)
    const dialog = page.getByRole('dialog')

    await test.step('the own code', async () => {
      const show = page.getByRole('button', { name: buyerCard.showQr })
      expect(await bottomOf(show)).toBeLessThan(viewport.height)
      await expectNoBarriers(page)
      await show.click()
      await expect(page.locator(`[data-qr=${buyer.code}]`)).toBeVisible()
      expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
      await expect.poll(() => locks(page)).toBe(1)
      await expectNoBarriers(page)
      await dialog.getByRole('button', { name: common.close }).click()
      await expect(dialog).toHaveCount(0)
      await expect(show).toBeFocused()
      await expect.poll(() => locks(page)).toBe(0)
    })

    await test.step('perks by distance', async () => {
      const away = page.getByRole('region', { name: redeem.groups.almost })
      await expect(away).toContainText(language === 'am' ? `Եվս 3${NBSP}250${NBSP}֏` : `3,250${NBSP}AMD more`)
      await expect(page.getByRole('region', { name: redeem.groups.within })).toBeVisible()
      await expect(page.getByRole('region', { name: redeem.groups.further })).toBeVisible()
    })

    await test.step('redeeming', async () => {
      const button = page.getByRole('button', { name: redeem.buttonFor.replace('{{perk}}', 'Perk for 2') })
      await button.click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(
        redeem.after_other
          .replace('{{points}}', language === 'am' ? '3,5' : '3.5')
          .replace('{{name}}', business.businessName),
      )
      await expectNoBarriers(page)
      await question.getByRole('button', { name: redeem.notNowButton }).click()
      await expect(button).toBeFocused()
      await button.click()
      await question.getByRole('button', { name: redeem.go }).click()
      await expect(dialog.locator('[data-qr]')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the code ready to use', async () => {
      const ready = page.getByRole('region', { name: redemptions.readyTitle })
      const show = ready.getByRole('button', { name: redemptions.showFor.replace('{{perk}}', 'Perk for 2') })
      await page.evaluate(() => window.scrollTo(0, 0))
      expect(await bottomOf(show)).toBeLessThan(viewport.height)
      await page.emulateMedia({ colorScheme: 'dark' })
      await show.click()
      await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expectNoBarriers(page)
      await page.goBack()
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(/\/dashboard/)
      await expect(show).toBeFocused()
      await expectNoBarriers(page)
      await page.emulateMedia({ colorScheme: null })
      const sections = page.getByRole('main').getByRole('heading', { level: 2 })
      await expect(sections).toHaveText([
        points.total,
        redemptions.readyTitle,
        redeem.title,
        points.byBusiness,
        redemptions.title,
      ])
    })

    await test.step('keeping and cancelling it', async () => {
      const cancel = page.getByRole('button', { name: redemptions.cancelFor.replace('{{perk}}', 'Perk for 2') })
      await cancel.click()
      await page.getByRole('button', { name: redemptions.keep }).click()
      await expect(cancel).toBeFocused()
      await cancel.click()
      await page.getByRole('button', { name: redemptions.cancelIt }).click()
      await expect(page.getByText(redemptions.cancelled)).toBeVisible()
      await expect(page.getByRole('region', { name: redemptions.readyTitle })).toHaveCount(0)
    })
  })

  test(`a code that ends counts its days down (${language}; H5)`, async ({ page }) => {
    const { redemptions } = wordsOf(language)
    await page.setViewportSize(LOOKS.am.viewport)
    await lie(page, '**/api/buyer/*/redemptions', (list: object[]) =>
      list.forEach((one) => Object.assign(one, { lastDay: yerevanDayIn(3) })),
    )
    const { business, buyer } = await openWallet(page, language)
    await buyer.write('POST', `/api/buyer/${buyer.id}/redeem`, { perkId: business.perkIds[0] })
    const [before = ''] = redemptions.endsIn_other.split('{{')
    await expect(page.getByText(before).filter({ hasText: '3' })).toBeVisible()
    await expectNoBarriers(page)
  })
}

const yerevanDayIn = (days: number): string =>
  new Date(Date.now() + (days * 24 + 4) * 3_600_000).toISOString().slice(0, 10)

const locks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { locksHeld: Set<object> }).locksHeld.size)

/** Runs in the page before anything else. */
function countLocks(): void {
  const held = new Set<object>()
  Object.assign(window, { locksHeld: held })
  const request = async (): Promise<object> => {
    const lock = { release: async () => void held.delete(lock) }
    held.add(lock)
    return lock
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
}
