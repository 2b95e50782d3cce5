import type { Browser, Page } from '@playwright/test'
import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { formatPoints } from '#web/lib/words/format.ts'

const PASSWORD = 'Hatik-demo-1'
/** The demo café's cheapest perk. */
const PERK = 'Գաթա'
const NBSP = '\u00a0'
const TABLET = { width: 1024, height: 768 }
const PHONE = { width: 390, height: 844 }

/** By keyboard alone: the first field has the focus. */
async function signedIn(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
  language: Language,
  viewport = TABLET,
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    permissions: ['camera'],
    ...(baseURL !== undefined && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto(`/dashboard?lang=${language}`)
  await expect(page.locator('input[name=email]')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toBeVisible()
  return page
}

/** The buyer's total, in tenths. */
async function totalTenths(page: Page): Promise<number> {
  const shown = (await page.getByTestId('total-points').textContent()) ?? ''
  return Math.round(Number(shown.replaceAll(/[\u00a0,](?=\d{3})/g, '').replace(',', '.')) * 10)
}

// Both tests use the demo's only café, in order, each with its own buyer.
test.describe.configure({ mode: 'default' })

for (const [language, buyerEmail] of [
  ['am', 'ani@hatik.test'],
  ['en', 'davit@hatik.test'],
] as const) {
  test(`award by keyboard, balance, redeem, verify through the camera (${language})`, async ({
    browser,
    baseURL,
    camera,
  }) => {
    // The page decodes the camera's picture itself, which is slow on a busy machine.
    test.slow()
    const words = wordsOf(language)
    const buyer = await signedIn(browser, baseURL, buyerEmail, language)
    const code = ((await buyer.getByTestId('buyer-code').textContent()) ?? '').replace(NBSP, '')
    await expect(buyer.getByTestId('total-points')).toBeVisible()
    const before = await totalTenths(buyer)
    await expectNoBarriers(buyer)

    const cafe = await signedIn(browser, baseURL, 'cafe@hatik.test', language)
    await expect(cafe.getByRole('heading', { name: words.award.title })).toBeVisible()
    await expect(cafe.getByRole('table')).toBeVisible()
    await expectNoBarriers(cafe)

    await test.step('the cashier awards by keyboard alone', async () => {
      await expect(cafe.locator('input[name=buyerId]')).toBeFocused()
      await cafe.keyboard.type(` ${code.toLowerCase()} `)
      await cafe.keyboard.press('Enter')
      await cafe.keyboard.type('6249')
      await expect(cafe.getByText(`${formatPoints(124, language)} `).first()).toBeVisible()
      await cafe.keyboard.press('Enter')
      await expect(cafe.getByTestId('award-result')).toContainText(formatPoints(124, language))
      await expect(cafe.locator('input[name=buyerId]')).toBeFocused()
      await expect(cafe.locator('input[name=buyerId]')).toHaveValue('')
    })

    await test.step('the buyer sees the points', async () => {
      await expect(async () => {
        await buyer.reload()
        await expect(buyer.getByTestId('total-points')).toBeVisible()
        expect(await totalTenths(buyer)).toBe(before + 124)
      }).toPass({ timeout: 20_000 })
    })

    const redemptionCode = await test.step('the buyer redeems a perk of the café', async () => {
      const redeem = buyer
        .getByRole('button', { name: words.redeem.button })
        .and(buyer.getByRole('button', { name: PERK }))
      await redeem.focus()
      await buyer.keyboard.press('Enter')
      // The question's first button keeps the points.
      await expect(buyer.getByRole('button', { name: words.redeem.notNowButton })).toBeFocused()
      await buyer.keyboard.press('Tab')
      await buyer.keyboard.press('Enter')
      await expect(buyer.locator('[data-qr]')).toBeVisible()
      const shown = (await buyer.locator('[data-qr]').getAttribute('data-qr')) ?? ''
      expect(shown).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
      await expect(buyer.getByText(shown.slice(0, 4)).first()).toBeVisible()
      await expectNoBarriers(buyer)
      await buyer.keyboard.press('Escape')
      await expect(buyer.locator('[data-qr]')).toHaveCount(0)
      // The lists show the change without a reload (R70).
      await expect(buyer.getByText(words.redemptions.pending).first()).toBeVisible()
      expect(await totalTenths(buyer)).toBeLessThan(before + 124)
      return shown
    })

    await test.step('the business verifies the code through the camera', async () => {
      // The buyer holds the code up meanwhile.
      await buyer
        .getByRole('button', { name: words.redemptions.showFor.replace('{{perk}}', PERK) })
        .first()
        .click()
      await expect(buyer.locator('[data-qr]')).toHaveAttribute('data-qr', redemptionCode)
      camera.show(redemptionCode)
      await cafe.getByRole('button', { name: words.verify.scan }).focus()
      await cafe.keyboard.press('Enter')
      await expect(cafe.getByTestId('verify-preview')).toContainText(PERK, { timeout: 40_000 })
      await cafe.getByRole('button', { name: words.verify.use }).focus()
      await cafe.keyboard.press('Enter')
      await expect(cafe.getByTestId('verify-result')).toContainText(PERK)
      await expect(cafe.getByTestId('verify-result')).toContainText(code.slice(2))
      await expect(cafe.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('the dialog with the code turns to "used" by itself', async () => {
      await expect(buyer.getByTestId('code-used')).toBeVisible({ timeout: 20_000 })
      await expect(buyer.getByRole('dialog')).toContainText(words.redeem.usedTitle)
      await expect(buyer.locator('[data-qr]')).toHaveCount(0)
      await expectNoBarriers(buyer)
    })

    await test.step('the used perk has no button (R66)', async () => {
      await expect(async () => {
        await buyer.reload()
        await expect(buyer.getByText(words.redemptions.used).first()).toBeVisible()
        const pending = await buyer.getByText(words.redemptions.pending, { exact: true }).count()
        await expect(buyer.getByRole('button', { name: words.redemptions.cancel })).toHaveCount(pending, {
          timeout: 2_000,
        })
      }).toPass({ timeout: 20_000 })
    })
    await Promise.all([buyer.context().close(), cafe.context().close()])
  })
}

test('an unknown code is refused in words, and keeps the focus', async ({ browser, baseURL }) => {
  const cafe = await signedIn(browser, baseURL, 'cafe@hatik.test', 'en')
  await cafe.locator('input[name=redemptionCode]').focus()
  await cafe.keyboard.type('zzzz zzzz')
  await cafe.keyboard.press('Enter')
  await expect(cafe.getByText('Failed to verify redemption')).toBeVisible()
  await expect(cafe.getByText('Invalid redemption code')).toBeVisible()
  await expect(cafe.locator('input[name=redemptionCode]')).toBeFocused()
  await cafe.context().close()
})

for (const [language, buyerEmail, viewport] of [
  ['am', 'ani@hatik.test', PHONE],
  ['en', 'davit@hatik.test', TABLET],
] as const) {
  test(`a buyer cancels a redemption and gets the points back (${language}; R70, R211)`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language)
    const named = (label: string): RegExp => new RegExp(`^${label.replace('{{perk}}', '.+')}$`)
    const buyer = await signedIn(browser, baseURL, buyerEmail, language, viewport)
    await expect(buyer.getByTestId('total-points')).toBeVisible()
    const before = await totalTenths(buyer)
    await buyer
      .getByRole('button', { name: named(words.redeem.buttonFor) })
      .first()
      .click()
    await buyer.getByRole('alertdialog').getByRole('button', { name: words.redeem.go }).click()
    await expect(buyer.locator('[data-qr]')).toBeVisible()
    await buyer.keyboard.press('Escape')
    // Until their refresh the lists lack this redemption, and may show an earlier one.
    await expect(buyer.locator('button[aria-busy]')).toHaveCount(0)
    const cancels = buyer.getByRole('button', { name: named(words.redemptions.cancelFor) })
    await expect(cancels.first()).toBeVisible()
    const pending = await cancels.count()
    await cancels.first().click()
    await buyer.getByRole('button', { name: words.redemptions.cancelIt, exact: true }).click()
    await expect(buyer.getByText(words.redemptions.cancelled)).toBeVisible()
    await expect(cancels).toHaveCount(pending - 1)
    // The button is gone; the focus moves to the page, not to its very start.
    await expect(buyer.locator('#main')).toBeFocused()
    await expect.poll(() => totalTenths(buyer)).toBe(before)
    await buyer.context().close()
  })
}
