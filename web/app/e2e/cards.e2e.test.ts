/** A card without a phone, from the order to its blocking (decision 53). */
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { another } from '../../../infra/testing/browser/e2e-people.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const NBSP = '\u00a0'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

const spaced = (code: string): string => `${code.slice(0, 2)}${NBSP}${code.slice(2)}`

async function light(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await expectToFitWithoutBarriers(page)
}

/** As a hand scanner types. */
async function scan(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('button', { name: '1', exact: true })).toBeVisible()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

for (const language of ['am', 'en'] as const) {
  for (const width of [390, 820]) {
    test(`a card is ordered, collects points, brings them to a new account, and gets none once blocked (${language}, ${width})`, async ({
      page,
      context,
      browser,
      baseURL,
    }) => {
      test.slow()
      const words = wordsOf(language)
      const { cardOrders, cards, firstRun, wayBack, statement } = words
      const viewport = { width, height: 1_000 }
      const [business, buyer] = [await cast.business(['2']), await cast.buyer()]
      await page.addInitScript(() => localStorage.setItem('hatik.counter-camera-off', 'true'))
      await page.setViewportSize(viewport)
      await enter(context, business)

      const card = await test.step('the owner orders two cards and downloads their files', async () => {
        await page.goto(`/perks?lang=${language}`)
        await expect(page.getByText(cardOrders.emptyTitle)).toBeVisible()
        await light(page, 'light')
        await page.getByLabel(cardOrders.count).fill('2')
        await page.getByRole('button', { name: cardOrders.order }).click()
        const batch = page.getByTestId('card-batches').getByRole('listitem')
        await expect(batch).toContainText(filled(cardOrders.cards_other, { cards: '2' }))
        await light(page, 'dark')
        const [sheet] = await Promise.all([page.waitForEvent('download'), batch.getByRole('link').first().click()])
        expect(readFileSync(await sheet.path()).toString('latin1', 0, 5)).toBe('%PDF-')
        const link = batch.getByRole('link', { name: cardOrders.table })
        const [table] = await Promise.all([page.waitForEvent('download'), link.click()])
        const [, line = ''] = readFileSync(await table.path(), 'utf8').split('\r\n')
        const [code = '', , secret = ''] = line.split(',')
        return { code, secret }
      })

      await test.step('the till awards to the code of the card', async () => {
        await page.goto(`/counter?lang=${language}`)
        await scan(page, card.code)
        await expect(page.getByTestId('buyer-tile')).toContainText(spaced(card.code))
        await page.keyboard.type('5000', { delay: 80 })
        await page.keyboard.press('Enter')
        await expect(page.getByTestId('award-result')).toBeVisible()
      })

      const phone = await another(browser, baseURL)
      await phone.setViewportSize(viewport)
      await enter(phone.context(), buyer)

      await test.step('a new buyer adds the card, and its points come along', async () => {
        await phone.goto(`/dashboard?lang=${language}`)
        await phone.getByRole('button', { name: firstRun.card }).click()
        const dialog = phone.getByRole('dialog')
        await expect(dialog.getByLabel(cards.secret)).toBeFocused()
        await light(phone, 'light')
        await phone.keyboard.type(card.secret.toLowerCase().replaceAll('-', ' '))
        await expect(dialog.getByLabel(cards.secret)).toHaveValue(card.secret)
        await phone.keyboard.press('Enter')
        await expect(dialog.getByTestId('brought')).toContainText(business.businessName)
        await expect(dialog.getByTestId('brought')).toContainText('10')
        await light(phone, 'dark')
        await dialog.getByRole('button', { name: cards.done }).click()
        await expect(dialog).toHaveCount(0)
        await expect(phone.getByTestId('total-points')).toContainText('10')
        await phone.goto(`/statement/${business.id}?lang=${language}`)
        await expect(phone.getByText(statement.cardAdded).first()).toBeVisible()
      })

      await test.step('the buyer blocks the card after one question', async () => {
        await phone.goto(`/dashboard?lang=${language}`)
        const block = phone.getByRole('button', { name: filled(cards.blockFor, { code: spaced(card.code) }) })
        await block.click()
        const question = phone.getByRole('alertdialog')
        await light(phone, 'light')
        await question.getByRole('button', { name: wayBack.keep }).click()
        await expect(block).toBeFocused()
        await block.click()
        await question.getByRole('button', { name: cards.block }).click()
        await expect(phone.getByTestId('own-cards')).toContainText(cards.blocked)
        await expect(block).toHaveCount(0)
        await light(phone, 'dark')
      })

      await test.step('the till then refuses the code', async () => {
        await page.goto(`/counter?lang=${language}`)
        await scan(page, card.code)
        await expect(page.getByText(words.dashboardErrors.buyer_not_found).first()).toBeVisible()
        const refused = await business.write('POST', `/api/business/${business.id}/award-points`, {
          buyerId: card.code,
          amountSpent: 500,
        })
        expect([refused.status, refused.body.code]).toEqual([404, 'buyer_not_found'])
      })
      await phone.context().close()
    })
  }
}
