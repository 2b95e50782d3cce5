import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { openDashboard } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'

const SCREENS = { phone: { width: 360, height: 760 }, desk: { width: 1440, height: 900 } } as const

for (const language of ['am', 'en'] as const) {
  test(`header and footer lead to every page, and to documents in the language (${language}) (R23, R27-R29)`, async ({
    page,
  }) => {
    const words = wordsOf(language)
    await page.goto(`/?lang=${language}`)
    const header = page.getByRole('banner')
    for (const name of [
      words.header.home,
      words.header.businesses,
      words.header.about,
      words.header.contact,
      words.header.signIn,
    ])
      await expect(header.getByRole('link', { name })).toBeVisible()
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: words.footer.joinNow })).toHaveAttribute('href', '/auth?signup=true')
    await expect(footer.getByRole('link', { name: words.footer.registerBusiness })).toHaveAttribute(
      'href',
      '/business-registration',
    )
    await expect(footer.getByRole('link', { name: words.footer.pricing })).toHaveAttribute('href', '/pricing')
    await expect(footer.getByRole('link', { name: words.footer.instagram })).toHaveAttribute('rel', /noopener/)
    await expect(footer).toContainText('2025')
    await footer.getByRole('link', { name: words.footer.terms }).click()
    await expect(page).toHaveURL(new RegExp(`/legal/terms\\?lang=${language === 'am' ? 'hy' : 'en'}$`))
    await expect(page.getByRole('heading', { level: 1, name: words.footer.terms })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(language === 'am' ? '14 օրվա ընթացքում' : 'within 14 days')
  })

  test(`the home page shows its sections and pictures in the language (${language}) (R33-R40)`, async ({ page }) => {
    const words = wordsOf(language)
    await page.goto(`/?lang=${language}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: words.home.signUp, exact: true })).toHaveAttribute(
      'href',
      '/auth?signup=true',
    )
    await expect(main.getByRole('link', { name: words.home.registerBusiness })).toHaveAttribute(
      'href',
      '/business-registration',
    )
    for (const figure of ['94%', '75%', '90%']) await expect(main.getByText(figure, { exact: true })).toBeVisible()
    await expect(main.getByRole('heading', { name: words.home.primeTitle })).toBeVisible()
    await expect(main.getByRole('link', { name: words.home.viewAll })).toHaveAttribute('href', '/businesses')
    await expect(main.getByRole('link', { name: words.home.startFree })).toHaveAttribute('href', '/auth?signup=true')
    await expect(main.getByRole('link', { name: words.home.contactSupport })).toHaveAttribute('href', '/contact')
    const show = page.getByTestId('slideshow')
    await show.scrollIntoViewIfNeeded()
    await expect
      .poll(() =>
        show
          .locator('img')
          .first()
          .evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth),
      )
      .toBe(1280)
    await expect(show.locator('img').first()).toHaveAttribute('src', `/pictures/buyer-${language}-light.webp`)
    await expect(show).toHaveAttribute('data-shown', 'counter', { timeout: 15_000 })
    await page.getByRole('button', { name: words.home.pause }).click()
    await expect(page.getByRole('button', { name: words.home.play })).toBeVisible()
  })

  test(`the tour shows pictures of a phone on a phone, and dark ones in the dark (${language}) (R36)`, async ({
    page,
  }) => {
    const shown = () =>
      page
        .getByTestId('slideshow')
        .locator('img')
        .first()
        .evaluate(({ currentSrc, naturalWidth, width }: HTMLImageElement) => [
          new URL(currentSrc, location.href).pathname,
          naturalWidth > width,
        ])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/?lang=${language}`)
    await page.getByTestId('slideshow').scrollIntoViewIfNeeded()
    await expect.poll(shown).toEqual([`/pictures/buyer-${language}-dark-phone.webp`, true])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(shown).toEqual([`/pictures/buyer-${language}-light-phone.webp`, true])
  })

  test(`a tour picture that fails to load is replaced by an icon (${language}; R224)`, async ({ page }) => {
    await page.route('**/pictures/counter-*.webp', (route) => route.abort())
    await page.goto(`/?lang=${language}`)
    const show = page.getByTestId('slideshow')
    await show.scrollIntoViewIfNeeded()
    await expect(show.getByTestId('slide-broken')).toHaveCount(0)
    await page.getByRole('button', { name: wordsOf(language).home.slideCounter }).click()
    await expect(show.getByTestId('slide-broken')).toBeVisible()
  })

  test(`the directory's search shows its whole label, on a phone, too (${language}) (R108)`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 760 })
    await page.goto(`/businesses?lang=${language}`)
    const hidden = await page
      .getByRole('searchbox', { name: wordsOf(language).directory.search })
      .evaluate(async (field: HTMLInputElement) => {
        await document.fonts.ready
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
        const pen = document.createElement('canvas').getContext('2d')
        if (!pen) throw new Error('no canvas')
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
        return (
          pen.measureText(field.placeholder).width -
          (field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
        )
      })
    expect(hidden).toBeLessThanOrEqual(0)
  })

  test(`the directory searches in either alphabet, filters, and reports an empty result (${language}) (R108-R113)`, async ({
    page,
  }) => {
    const words = wordsOf(language)
    await page.goto(`/businesses?lang=${language}`)
    const all = page.getByTestId('directory-all')
    await expect(page.getByTestId('directory-prime').getByRole('article')).toHaveCount(1)
    await expect(
      page.getByTestId('directory-prime').locator('[data-stars="4.5"]'),
      'the demo has been reviewed',
    ).toBeVisible()
    const search = page.getByRole('searchbox', { name: words.directory.search })
    for (const typed of ['kofe', 'Կոֆե', 'kofe-tun.test']) {
      await search.fill(typed)
      await expect(all.getByRole('article'), typed).toHaveCount(1)
      await expect(all).toContainText('Կոֆե Տուն')
    }
    await page.getByRole('button', { name: words.directory.industry }).click()
    await page.getByRole('checkbox', { name: words.industries.Retail }).check()
    await expect(page.getByTestId('industry-count')).toContainText('1')
    await expect(page.getByText(words.directory.noBusinessesFound)).toBeVisible()
    await page.getByRole('button', { name: words.directory.removeSearch.replace('{{text}}', 'kofe-tun.test') }).click()
    await expect(all).toContainText('Գրատուն')
    await expect(page.getByTestId('directory-prime')).toHaveCount(0)
    await page.getByRole('button', { name: words.directory.clearAll }).click()
    await expect(page.getByTestId('directory-prime')).toBeVisible()
    await all.getByRole('link', { name: 'Կոֆե Տուն' }).click()
    await expect(page).toHaveURL(/\/business\/kofe-tun$/)
    await expect(page.getByRole('link', { name: words.businessPage.cta })).toHaveAttribute('href', '/auth')
    await expect(page.locator('a[href^="tel:"]').first()).toBeVisible()
  })
}

test('on a phone a button opens the pages; Escape closes the menu and returns the focus (R26)', async ({ page }) => {
  await page.setViewportSize(SCREENS.phone)
  await page.goto('/?lang=en')
  const menu = page.getByRole('button', { name: 'Open the menu' })
  await menu.click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Businesses' })).toBeVisible()
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Businesses' })).toBeHidden()
})

test('a missing business says so, and its broken picture becomes an icon (R117, R224)', async ({ page }) => {
  await page.goto('/business/no-such-business?lang=en')
  await expect(page.getByRole('heading', { name: 'Business not found' })).toBeVisible()
  await lie(page, '**/api/business-profiles', (list: object[]) =>
    list.forEach((entry) => Object.assign(entry, { logoUrl: '/no-such-picture.webp' })),
  )
  await page.goto('/businesses?lang=en')
  await expect(page.locator('[data-fallback]').first()).toBeVisible()
})

test('the business in the points list opens in a new tab that cannot reach back (R68)', async ({
  browser,
  baseURL,
}) => {
  const page = await openDashboard(browser, baseURL, 'ani@hatik.test', 'en')
  const link = page.locator('a[href="/business/kofe-tun"]').first()
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/edit-profile')
  await page.context().close()
})

test('the app names the software it contains, with licences', async ({ request }) => {
  const answer = await request.get('/licenses.md')
  expect(answer.status()).toBe(200)
  const text = await answer.text()
  for (const name of ['react', 'zod', '@radix-ui/react-dialog', 'noto-sans-armenian'])
    expect(text).toMatch(new RegExp(`^## ${name} `, 'm'))
  expect(text).toContain('SIL OPEN FONT LICENSE')
})

for (const path of [
  '/',
  '/auth',
  '/businesses',
  '/business/kofe-tun',
  '/about',
  '/legal/terms',
  '/pricing',
  '/business-registration',
]) {
  test(`the scripts of ${path} weigh at most 150 kB compressed, in at most sixteen files`, async ({ page }) => {
    const answers: Response[] = []
    page.on('response', (answer) => new URL(answer.url()).pathname.endsWith('.js') && answers.push(answer))
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Read only now: a body that is still on its way when the test ends would fail it.
    const scripts = new Map(answers.map((answer) => [answer.url(), answer]))
    const sizes = await Promise.all([...scripts.values()].map(async (answer) => gzipSync(await answer.body()).length))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000)
    expect(scripts.size).toBeLessThanOrEqual(16)
  })
}

test('the contact page and the documents name the operator of this installation (R42)', async ({ page }) => {
  await page.goto('/contact?lang=en')
  // The app reads the settings that the server wrote into the page.
  const other = {
    email: 'help@gyumri.test',
    phone: '+374 312 11 22 33',
    address: { am: 'Գյումրի', en: 'Gyumri' },
    instagram: 'https://instagram.example/other',
    telegram: 'https://telegram.example/other',
  }
  await page.route(/\/(contact|legal\/terms)\?/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace(
      /(<meta name="hatik-support" content=")[^"]*/,
      (_, start: string) => start + JSON.stringify(other).replaceAll('"', '&quot;'),
    )
    await route.fulfill({ response: reply, body })
  })
  await page.goto('/contact?lang=en')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: other.phone })).toHaveAttribute('href', 'tel:+374312112233')
  await expect(main.getByRole('link', { name: other.email })).toHaveAttribute('href', `mailto:${other.email}`)
  await expect(main.getByText('Gyumri', { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: other.email })).toBeVisible()
  await page.goto('/legal/terms?lang=en')
  await expect(page.getByRole('main').getByRole('link', { name: other.email })).toBeVisible()
})
