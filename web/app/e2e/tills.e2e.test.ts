/** People and tills: pairing, PINs, the lock, a lost network, and the end of a till. */
import type { Page } from '@playwright/test'
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { addStaff, pairTill, PIN } from '../../../infra/testing/people/till.ts'

test.use({ serviceWorkers: 'allow' })

const TABLET = { width: 820, height: 1_180 }
const PHONE = { width: 390, height: 844 }

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

/** By keyboard, as a hand scanner and then a cashier type. */
async function award(page: Page, code: string, amount: string): Promise<void> {
  await expect(page.getByRole('button', { name: '1', exact: true })).toBeVisible()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('buyer-tile')).toBeVisible()
  await page.keyboard.type(amount, { delay: 80 })
  await page.keyboard.press('Enter')
}

interface Movement {
  staffId: string | null
  tillId: string | null
}

/** Newest first. */
const movementsOf = async (business: Person): Promise<Movement[]> =>
  (await business.get<{ movements: Movement[] }>(`/api/business/${business.id}/movements`)).body.movements

async function light(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await expectToFitWithoutBarriers(page)
}

/** The tests' camera shows a code of its own. */
const withoutCamera = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('hatik.counter-camera-off', 'true'))

/** A paired browser at the counter, before anybody has unlocked it. */
async function openTill(page: Page, business: Person, setting?: Parameters<typeof pairTill>[2]): Promise<string> {
  const till = await pairTill({ address: process.env['HATIK_E2E_URL'] ?? '' }, business, setting)
  await enter(page.context(), till)
  await withoutCamera(page)
  await page.goto('/counter?lang=en')
  return till.tillId
}

for (const [language, viewport] of [
  ['am', TABLET],
  ['en', PHONE],
] as const) {
  test(`the owner adds people and a till, which pairs, unlocks by PIN, awards, locks and is disconnected, at ${viewport.width} px (${language})`, async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    test.slow()
    const words = wordsOf(language)
    const { peopleAndTills, till: tillWords, dashboardErrors, staffRoles } = words
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    await enter(context, business)
    await page.setViewportSize(viewport)
    await page.goto(`/people-and-tills?lang=${language}`)
    await expect(page.getByText(peopleAndTills.noPeopleText)).toBeVisible()
    await expect(page.getByText(peopleAndTills.noTillsText)).toBeVisible()
    await light(page, 'light')

    for (const name of ['Ani Petrosyan', 'Davit']) {
      await page.getByRole('button', { name: peopleAndTills.addPerson }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(peopleAndTills.name, { exact: true }).fill(name)
      await dialog.getByLabel(peopleAndTills.pin, { exact: true }).fill(PIN)
      await page.keyboard.press('Enter')
      await expect(page.getByTestId('people').getByText(name)).toBeVisible()
      await expect(dialog).toHaveCount(0)
    }

    await page.getByRole('button', { name: peopleAndTills.addTill }).click()
    await page.getByRole('dialog').getByLabel(peopleAndTills.tillName, { exact: true }).fill('Window')
    await page.keyboard.press('Enter')
    await enterPassword(page, words)
    const code = (await page.getByTestId('pairing-code').innerText()).replace(/\s/g, '')
    const address = await page.locator('[data-qr]').getAttribute('data-qr')
    expect(address).toBe(`${baseURL}/till?code=${code}`)
    await light(page, 'dark')

    const tablet = await (await browser.newContext({ viewport, ...(baseURL !== undefined && { baseURL }) })).newPage()
    await withoutCamera(tablet)
    await tablet.goto(`/till?code=${code.toLowerCase()}&lang=${language}`)
    await light(tablet, 'light')
    await tablet.getByRole('button', { name: tillWords.pair, exact: true }).click()
    await tablet.waitForURL('/counter')
    await expect(tablet.getByRole('heading', { name: tillWords.who })).toBeFocused()
    await light(tablet, 'light')
    await light(tablet, 'dark')
    await expect(page.getByText(peopleAndTills.codeUsed)).toBeVisible()
    await page.keyboard.press('Escape')
    await light(page, 'dark')

    await test.step('a PIN typed on the keyboard unlocks the till, and the award counts for its person', async () => {
      await tablet.getByRole('button', { name: `Davit ${staffRoles.cashier}` }).focus()
      await tablet.keyboard.press('Enter')
      await expect(tablet.getByRole('heading', { name: 'Davit' })).toBeFocused()
      await light(tablet, 'light')
      await tablet.keyboard.type(PIN)
      await tablet.keyboard.press('Enter')
      await expect(tablet.getByRole('region', { name: tillWords.bar })).toContainText('Davit')
      await award(tablet, buyer.code, '1500')
      await expect(tablet.getByTestId('award-result')).toBeVisible()
      const { body } = await business.get<{ staff: { staffId: string; name: string }[] }>(
        `/api/business/${business.id}/staff`,
      )
      const davit = body.staff.find(({ name }) => name === 'Davit')!
      await expect.poll(async () => (await movementsOf(business))[0]?.staffId).toBe(davit.staffId)
    })

    await test.step('five wrong PINs unlock nothing, and the next try says how long to wait', async () => {
      await tablet.getByRole('button', { name: tillWords.lock }).click()
      await tablet.getByRole('button', { name: `Ani Petrosyan ${staffRoles.cashier}` }).click()
      for (let wrong = 0; wrong < 5; wrong += 1) {
        await tablet.keyboard.type(`000${wrong}`)
        await tablet.keyboard.press('Enter')
        await expect(tablet.getByRole('alert').getByText(dashboardErrors.wrong_pin)).toBeVisible()
      }
      // The product of these tests counts no tries (services/api/routes/till/pin-lock.int.test.ts).
      await tablet.route('**/api/till/unlock', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '60' },
          json: { code: 'too_many_attempts', message: 'Too many attempts, please try again later' },
        }),
      )
      await tablet.keyboard.type(PIN)
      await tablet.keyboard.press('Enter')
      const sentence = filled(tillWords.wait, { time: '' }).slice(0, 20)
      await expect(tablet.getByRole('alert')).toContainText(sentence)
      await light(tablet, 'dark')
    })

    await test.step('the owner disconnects the till, which says so by itself and can sign in again', async () => {
      await page.getByRole('button', { name: filled(peopleAndTills.revokeFor, { name: 'Window' }) }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: peopleAndTills.revoke }).click()
      await expect(page.getByText(peopleAndTills.noTillsText)).toBeVisible()
      await expect(tablet.getByRole('heading', { name: tillWords.endedTitle })).toBeVisible()
      await light(tablet, 'light')
      await tablet.getByRole('link', { name: tillWords.pairAgain }).click()
      await expect(tablet.getByRole('heading', { name: tillWords.pairTitle })).toBeVisible()
      await tablet.getByLabel(tillWords.code, { exact: true }).fill(code)
      await tablet.keyboard.press('Enter')
      await expect(tablet.getByText(dashboardErrors.pairing_code_invalid)).toBeVisible()
      await tablet.goto('/dashboard')
      await expect(tablet.locator('input[name=email]')).toBeVisible()
    })
  })
}

test('every page for users says that this browser is a till, and public pages do not', async ({ page }) => {
  const { till: tillWords } = wordsOf('en')
  await openTill(page, await cast.business())
  for (const address of ['/dashboard', '/people-and-tills', '/edit-profile', '/figures', '/audit/movements']) {
    await page.goto(`${address}?lang=en`)
    await expect(page.getByRole('heading', { name: tillWords.hereTitle }), address).toBeVisible()
  }
  await expectToFitWithoutBarriers(page)
  await page.getByRole('link', { name: tillWords.toCounter }).click()
  await page.waitForURL('/counter')
  await page.goto('/auth?lang=en')
  await page.locator('input[name=email]').fill('cafe@hatik.test')
  await page.locator('input[name=password]').fill('Hatik-demo-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: tillWords.hereTitle })).toBeVisible()
  await page.goto('/businesses?lang=en')
  await expect(page.getByRole('heading', { name: tillWords.hereTitle })).toHaveCount(0)
})

test('without a network the person goes on until the lock, and the award counts for that person later', async ({
  page,
  context,
}) => {
  const { till: tillWords } = wordsOf('en')
  const [business, buyer] = [await cast.business(), await cast.buyer()]
  const [ani, davit] = [
    await addStaff(business, 'cashier', { name: 'Ani' }),
    await addStaff(business, 'manager', { name: 'Davit' }),
  ]
  await openTill(page, business)
  const unlockAs = async (person: string): Promise<void> => {
    await page.getByRole('button', { name: person }).click()
    await page.keyboard.type(PIN)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: tillWords.bar })).toBeVisible()
  }
  await unlockAs('Ani Cashier')
  await context.setOffline(true)
  await award(page, buyer.code, '2500')
  await expect(page.getByTestId('waiting-awards').locator('li')).toHaveCount(1)
  await page.getByRole('button', { name: tillWords.lock }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: tillWords.lock }).click()
  await expect(page.getByText(tillWords.offlineText)).toBeVisible()
  await expectToFitWithoutBarriers(page)
  await context.setOffline(false)
  await unlockAs('Davit Manager')
  await expect.poll(async () => (await movementsOf(business))[0]?.staffId).toBe(ani)
  await award(page, buyer.code, '3500')
  await expect.poll(async () => (await movementsOf(business))[0]?.staffId).toBe(davit)
})

test('a till of a shop without people needs no PIN, and asks for nothing that a till may not read', async ({
  page,
}) => {
  const [business, buyer] = [await cast.business(), await cast.buyer()]
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(new URL(response.url()).pathname)
  })
  const tillId = await openTill(page, business)
  await expect(page.locator('h1')).toHaveText(`Business ${business.id}`)
  await award(page, buyer.code, '1500')
  await expect.poll(() => movementsOf(business)).toMatchObject([{ staffId: null, tillId }])
  // Its refusal tells the browser that it is a till (decision 45).
  expect(refused.filter((path) => path !== '/api/auth/me')).toEqual([])
})
