/** Code loaded on demand offline, or from a server with a new version. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { afterRender, expect, test } from '../../../infra/testing/browser/e2e.ts'
import { newAddress, newBuyer, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const NETWORK = /\/(assets|api)\//

const words = wordsOf('am')
const message = (page: Page) => page.getByText(words.trouble.connectionTitle)
const lose = (page: Page, address: RegExp = NETWORK) => page.route(address, (route) => route.abort())

async function signedInBuyer(page: Page): Promise<void> {
  const email = newAddress('ani')
  await newBuyer({ email, password: PASSWORD, language: 'am' })
  await signIn(page, email, PASSWORD, 'am')
  await expect(page.getByTestId('buyer-code')).toBeVisible()
}

test('a form sent offline keeps its text, says why, and can be sent once online again (R222)', async ({ page }) => {
  const email = newAddress('ani')
  await newBuyer({ email, password: PASSWORD, language: 'am' })
  await page.goto('/auth?lang=am')
  await lose(page)
  await page.locator('[name=email]').pressSequentially(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(message(page)).toBeVisible()
  await expectNoBarriers(page)
  await expect(page.locator('[name=email]')).toHaveValue(email)
  await expect(page.locator('[name=password]')).toHaveValue(PASSWORD)
  await expect(message(page), 'the message goes by itself').toHaveCount(0)
  await page.unroute(NETWORK)
  await page.locator('[name=password]').press('Enter')
  await expect(page.getByTestId('buyer-code')).toBeVisible()
})

test('a form part that fails to load can be retried, and typed text around it stays', async ({ page }) => {
  await page.goto('/business-registration?lang=am')
  await page.locator('[name=firstName]').fill('Արփինե')
  // The first letter's code has loaded: an import interrupted after its files were fetched would stay broken.
  await expect(page.getByRole('main').getByRole('link', { name: words.footer.terms })).toBeVisible()
  await lose(page)
  await page.locator('[name=legalStatus]').selectOption('individual')
  const trouble = page.getByRole('alert').filter({ hasText: words.errors.network })
  await expect(trouble).toBeVisible()
  await expectNoBarriers(page)
  await page.unroute(NETWORK)
  await trouble.getByRole('button', { name: words.common.tryAgain }).click()
  await expect(page.locator('[name=idDocument]')).toBeAttached()
  await expect(page.locator('[name=firstName]')).toHaveValue('Արփինե')
})

test('a dialog that fails to load leaves the page unchanged, and loads when asked for again (R25, R56)', async ({
  page,
}) => {
  await signedInBuyer(page)
  for (const button of [
    page.getByRole('banner').getByRole('button', { name: words.signOut.button }),
    page.getByRole('button', { name: words.buyerCard.showQr }),
  ]) {
    await lose(page)
    await button.click()
    await expect(message(page)).toBeVisible()
    await expect(page.getByTestId('buyer-code')).toBeVisible()
    await page.unroute(NETWORK)
    await button.click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(message(page)).toHaveCount(0)
  }
})

test('a scanner whose decoder fails to load says so, and works when asked for again (R215)', async ({
  page,
  camera,
}) => {
  camera.show('KH0001')
  await signIn(page, 'cafe@hatik.test', 'Hatik-demo-1', 'am')
  await expect(page.locator('[name=buyerId]')).toBeVisible()
  await lose(page)
  await page.getByRole('button', { name: words.award.scan }).click()
  await expect(page.getByRole('alert').filter({ hasText: words.errors.network })).toBeVisible()
  await page.unroute(NETWORK)
  await page.getByRole('button', { name: words.common.tryAgain }).click()
  await expect(page.locator('[name=buyerId]')).toHaveValue('KH0001')
})

test('the counter opens without the code for live updates, and receives them once it loads', async ({ page }) => {
  const live = /assets\/(business-live|live)-/
  await lose(page, live)
  const lost = page.waitForEvent('requestfailed', (request) => live.test(request.url()))
  await signIn(page, 'cafe@hatik.test', 'Hatik-demo-1', 'am')
  await lost
  await expect(page.locator('input[name=buyerId]')).toBeVisible()
  const listening = page.waitForRequest('**/api/live')
  await page.unroute(live)
  await listening
  await expect(page.locator('input[name=buyerId]')).toBeVisible()
})

test('a picture that cannot be compressed offline can be chosen again (R164)', async ({ page }) => {
  await signIn(page, 'flowers@hatik.test', 'Hatik-demo-1', 'am')
  await expect(page.locator('[name=buyerId]')).toBeVisible()
  await page.goto('/edit-business')
  const file = page.locator('input[type=file]').first()
  const logo = {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 600, height: 600, channels: 3, background: '#7d1325' } })
      .png()
      .toBuffer(),
  }
  await expect(file).toBeVisible()
  await lose(page)
  await file.setInputFiles(logo)
  await expect(page.getByText(words.errors.network)).toBeVisible()
  await page.unroute(NETWORK)
  await file.setInputFiles(logo)
  await expect(page.getByAltText(words.editBusiness.logoPreview)).toBeVisible()
})

test('a signed-in user stays so if the code to read the saved user loads late, and so does the check for a support visit (R145, R146, R205)', async ({
  page,
}) => {
  await signedInBuyer(page)
  const schemas = /assets\/(session|schemas|zod|visit-m)-/
  await lose(page, schemas)
  const asked = page.waitForEvent('requestfailed', (request) => schemas.test(request.url()))
  await page.goto('/about')
  await asked
  expect(await page.evaluate(() => localStorage.getItem('hatik.user'))).not.toBeNull()
  const question = page.waitForRequest('**/api/admin/impersonation/status')
  await page.unroute(schemas)
  await expect(page.getByRole('banner').getByRole('button', { name: words.signOut.button })).toBeVisible()
  await question
})

test('a redemption with an unknown outcome keeps its key even if the code to read errors fails to load', async ({
  page,
}) => {
  await signIn(page, 'ani@hatik.test', 'Hatik-demo-1', 'am')
  await lose(page, /assets\/errors-/)
  const keys: (string | undefined)[] = []
  await page.route('**/redeem', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return route.fulfill({
      status: 504,
      json: { code: 'outcome_unknown', message: 'Not known yet', requestId: 'none' },
    })
  })
  const button = page.getByRole('button').filter({ hasText: words.redeem.button }).first()
  // Each press is retried once (C18).
  for (const made of [2, 4]) {
    await button.click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.redeem.go }).click()
    await expect.poll(() => keys.length).toBe(made)
    await expect(button).toBeEnabled()
  }
  expect(new Set(keys).size).toBe(1)
})

test('a redeemed perk shows its code and no error, even if its picture fails to load (R65, R69)', async ({ page }) => {
  await signIn(page, 'ani@hatik.test', 'Hatik-demo-1', 'am')
  const button = page.getByRole('button').filter({ hasText: words.redeem.button }).first()
  await expect(button).toBeVisible()
  await lose(page, /assets\/(qr-dial|dialog)-/)
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('dial'))
  const reply = {
    redemptionId: '018f0000-0000-7000-8000-000000000000',
    redemptionCode: 'K7MNP2QR',
    points: '10.0',
    balance: '0.0',
    message: 'Redeemed',
    perk: { name: 'Սուրճ' },
  }
  await page.route('**/redeem', (route) => route.fulfill({ json: reply }))
  await button.click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.redeem.go }).click()
  await lost
  // A failure message would have replaced the other by now.
  await afterRender(page)
  await expect(page.getByText('K7MN')).toBeVisible()
  await expect(message(page)).toHaveCount(0)
})

test('a page opened after an update loads from the new version, by reloading itself (R223)', async ({ page }) => {
  await page.clock.install()
  await page.goto('/?lang=am')
  await page.evaluate(() => void (document.body.dataset['mark'] = 'old version'))
  const script = /\/assets\/about-[^/]*\.js$/
  await page.route(script, (route) => route.fulfill({ status: 404 }))
  await page.route('**/index.html', async (route) => {
    const reply = await route.fetch()
    await page.unroute(script)
    await route.fulfill({
      response: reply,
      body: (await reply.text()).replace(/\/assets\/index-[^.]*/, '/assets/index-newer'),
    })
  })
  await page.clock.fastForward(11_000)
  await page.getByRole('banner').getByRole('link', { name: words.header.about }).click()
  await expect(page.getByRole('heading', { level: 1, name: words.about.title })).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-mark', 'old version')
})

for (const language of ['am', 'en'] as const) {
  test(`a page that cannot open offline says so, and opens once online again (${language}, R222)`, async ({
    page,
    context,
  }) => {
    const { trouble, header } = wordsOf(language)
    await page.goto(`/about?lang=${language}`)
    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: header.contact }).click()
    await expect(page.getByRole('heading', { name: trouble.connectionTitle })).toBeVisible()
    await expectNoBarriers(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: trouble.connectionTitle })).toHaveCount(0)
    await expect(page).toHaveURL(/\/contact/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}
