/** Pages around the main job. */
import type { Page } from '@playwright/test'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth?lang=en')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Hatik-demo-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

for (const language of ['am', 'en'] as const) {
  test(`the public pages have no barriers in light on a desktop, which the route walk skips (${language})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    for (const address of ['/', '/auth', '/no-such-page']) {
      await page.goto(`${address}?lang=${language}`)
      await expectNoBarriers(page)
    }
  })
}

test('a missing page says so (R17)', async ({ page }) => {
  await page.goto('/no-such-page?lang=en')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
})

test('the language is Armenian until switched, and the choice stays (C4, R230)', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hy')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Eng' }).click()])
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('typed text survives a language switch, once, but no password and no file (R230)', async ({ page }) => {
  const switchTo = (name: string) =>
    Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).click()])
  const field = (name: string) => page.locator(`form [name=${name}]`)

  await page.goto('/auth?signup=true&lang=am')
  await field('firstName').fill('Անի')
  await field('email').fill('ani@new.test')
  await field('password').fill('Correct-horse-1')
  await switchTo('Eng')
  await expect(page).toHaveURL(/\/auth\?signup=true$/)
  await expect(field('firstName')).toHaveValue('Անի')
  await expect(field('email')).toHaveValue('ani@new.test')
  await expect(field('password')).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.reload()
  await expect(field('firstName')).toHaveValue('')

  await page.goto('/business-registration')
  await field('businessName').fill('Կոֆե Տուն')
  await field('description').fill('Սուրճ')
  await field('industry').selectOption('Restaurant')
  await field('legalStatus').selectOption('llc')
  await field('taxId').fill('12345678')
  await switchTo('Հայ')
  for (const [name, value] of Object.entries({
    businessName: 'Կոֆե Տուն',
    description: 'Սուրճ',
    industry: 'Restaurant',
    legalStatus: 'llc',
    taxId: '12345678',
  }))
    await expect(field(name)).toHaveValue(value)

  // The long form survives a reload, and navigation away and back, too.
  await page.reload()
  await expect(field('businessName')).toHaveValue('Կոֆե Տուն')
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(field('taxId')).toHaveValue('12345678')

  await field('legalStatus').selectOption('individual')
  await field('idDocument').setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: Buffer.from('id') })
  await switchTo('Eng')
  await expect(field('legalStatus')).toHaveValue('individual')
  expect(await field('idDocument').evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
})

test('logging out asks; staying changes nothing, leaving ends the session (R25, R148, C17)', async ({ page }) => {
  await signIn(page, 'ani@hatik.test')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByTestId('buyer-code')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('hatik.user'))).toBeNull()
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test("opening a business's page after the session has ended says so, offers the sign-in, and goes on (H18)", async ({
  page,
}) => {
  await signIn(page, 'cafe@hatik.test')
  await expect(page.locator('input[name=buyerId]')).toBeVisible()
  for (const address of ['/billing', '/edit-business', '/figures']) {
    await page.context().clearCookies()
    await page.goto(address)
    // The page's cards may say it, too, before the sign-in replaces them.
    await expect(page.getByText('Your session has ended. Please sign in again.').first()).toBeVisible()
    await page.locator('[name=email]').fill('cafe@hatik.test')
    await page.locator('[name=password]').fill('Hatik-demo-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toHaveCount(0)
  }
})

test('so does a staff page (H18, R16)', async ({ page }) => {
  for (const [email, address] of [
    ['admin@hatik.test', '/admin/dashboard/approvals'],
    ['auditor@hatik.test', '/audit/movements'],
  ] as const) {
    await signIn(page, email)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.context().clearCookies()
    await page.goto(address)
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill('Hatik-demo-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(address.endsWith('approvals') ? 'Approvals' : /.+/)
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toHaveCount(0)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
})

test('a corrupt saved user is removed, and the page appears anyway (R146)', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('hatik.user', '{corrupt'))
  await page.goto('/?lang=en')
  await expect(page.locator('h1')).toBeVisible()
  // The page does not wait for it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hatik.user'))).toBeNull()
})

test('nothing is sent while a sign-in field is empty (R43)', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/auth?lang=en')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Please fill in all fields').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(sent).toEqual([])
})

test('a wrong password is reported once, for one counted attempt (R207, C18)', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/auth?lang=en')
  await page.getByLabel('Email').fill('ani@hatik.test')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid credentials')).toBeVisible()
  expect(sent).toHaveLength(1)
})

for (const language of ['am', 'en'] as const) {
  test(`the counter fits a 10-inch tablet without scrolling (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await signIn(page, 'cafe@hatik.test')
    await page.goto(`/dashboard?lang=${language}`)
    const last = page.locator('form').nth(1)
    await expect(last).toBeVisible()
    const box = await last.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
  })
}

test('an amount below the minimum is refused at once, and an unusual one is confirmed first (R165, H2)', async ({
  page,
}) => {
  await signIn(page, 'cafe@hatik.test')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.locator('input[name=buyerId]').fill('AN1234')
  await page.locator('input[name=amountSpent]').fill('49')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Minimum transaction amount is 50 AMD')).toBeVisible()
  await expect(page.locator('input[name=amountSpent]')).toBeFocused()
  // By key, because `fill` would not show a number field dropping the comma.
  await page.locator('input[name=amountSpent]').fill('')
  await page.keyboard.type('1249,00')
  await expect(page.locator('input[name=amountSpent]')).toHaveValue('1249,00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the amount in digits only, without spaces or decimals')).toBeVisible()
  await page.locator('input[name=amountSpent]').fill('1000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('is this right?')
  await page.getByRole('button', { name: 'Correct the amount' }).click()
  await expect(page.locator('input[name=amountSpent]')).toBeFocused()
  expect(sent).toEqual([])
})

test('a redemption code in the buyer field and a buyer code in the redemption field are explained (H14)', async ({
  page,
}) => {
  await signIn(page, 'cafe@hatik.test')
  await page.locator('input[name=buyerId]').fill('K7MN P2QR')
  await page.locator('input[name=amountSpent]').fill('500')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is a redemption code, not a buyer ID.')).toBeVisible()
  await page.locator('input[name=redemptionCode]').fill('AN1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is a buyer ID, not a redemption code.')).toBeVisible()
})

test('a refused camera is reported, and closing stops the camera (R85, R86, R215)', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await signIn(page, 'cafe@hatik.test')
  await page.getByRole('button', { name: "Scan the buyer's QR code" }).click()
  await expect(page.getByText('Camera permission denied. Please allow camera access and try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('input[name=buyerId]')).toBeFocused()
})

test('closing the scanner ends every camera track (R86)', async ({ page, camera }) => {
  camera.show('https://example.test/')
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await signIn(page, 'cafe@hatik.test')
  await page.getByRole('button', { name: 'Scan the redemption code' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.length))
    .toBe(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(
    await page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
    ),
  ).toEqual(['ended'])
})

test('no page violates the content security policy or throws', async ({ page }) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on(
    'console',
    (message) => /Content Security Policy|Permissions-Policy/.test(message.text()) && troubles.push(message.text()),
  )
  // A blank camera, because a code would close the dialog.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream()
  })
  await page.goto('/')
  await signIn(page, 'cafe@hatik.test')
  await page.getByRole('button', { name: 'Scan the redemption code' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('input[name=redemptionCode]').fill('ZZZZZZZZ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to verify redemption')).toBeVisible()
  expect(troubles).toEqual([])
})
