import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { lie } from '../../../infra/testing/browser/e2e-lies.ts'

const PASSWORD = 'Hatik-demo-1'
const NBSP = '\u00a0'
const SCREENS = { phone: { width: 360, height: 760 }, desk: { width: 1440, height: 900 } } as const

async function signedIn(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
  language: Language,
  viewport: { width: number; height: number } = SCREENS.desk,
): Promise<Page> {
  const context = await browser.newContext({ viewport, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  const live = page.waitForResponse(/\/api\/live/)
  await page.goto(`/dashboard?lang=${language}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('input[name=password]')).toHaveCount(0)
  await live
  return page
}

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

  test(`a buyer writes a review, edits it and deletes it (${language}) (R116, R119-R121, R171)`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language)
    const [email, slug, name, count] =
      language === 'am' ? ['ani@hatik.test', 'kofe-tun', 'Անի', 6] : ['davit@hatik.test', 'gratun', 'Դավիթ', 4]
    const page = await signedIn(browser, baseURL, email ?? '', language)
    await page.goto(`/business/${slug}`)
    await page.getByRole('button', { name: words.reviews.write }).click()
    await page.getByRole('button', { name: words.reviews.submit }).click()
    await expect(page.getByText(words.fields.rating)).toBeVisible()
    await page.locator('input[name=rating][value="4"]').check({ force: true })
    await page.getByLabel(words.reviews.comment).fill('x'.repeat(501))
    await page.getByRole('button', { name: words.reviews.submit }).click()
    await expect(page.getByText(words.fields.comment)).toBeVisible()
    await page.getByLabel(words.reviews.comment).fill('Շատ լավն է')
    await expectNoBarriers(page)
    await page.getByRole('button', { name: words.reviews.submit }).click()
    const own = page.getByTestId('own-review')
    await expect(own).toContainText('Շատ լավն է')
    await expect(own).toContainText(name ?? '')
    await expect(own).not.toContainText('Գնորդ')
    await expect(own.locator('[data-stars="4"]')).toBeVisible()
    await expect(page.getByTestId('rating').locator('[data-stars="4.5"]')).toBeVisible()
    await expect(page.getByTestId('rating')).toContainText(
      words.reviews.count_other.replace('{{reviews}}', String(count)),
    )
    await own.getByRole('button', { name: words.reviews.edit }).click()
    await page.locator('input[name=rating][value="5"]').check({ force: true })
    await page.getByRole('button', { name: words.reviews.save }).click()
    await expect(own.locator('[data-stars="5"]')).toBeVisible()
    await own.getByRole('button', { name: words.reviews.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.reviews.delete }).click()
    await expect(own).toHaveCount(0)
    await expect(page.getByRole('button', { name: words.reviews.write })).toBeVisible()
    await page.context().close()
  })

  test(`the statement adds up, filters and is saved as a file (${language})`, async ({ browser, baseURL }) => {
    const words = wordsOf(language)
    const page = await signedIn(browser, baseURL, 'ani@hatik.test', language, SCREENS.phone)
    const entry = page.getByRole('link', { name: words.points.statementOf.replace('{{name}}', 'Գրատուն') })
    await entry.click()
    await expect(page.getByTestId('movements').getByRole('listitem').first()).toBeVisible()
    await expectNoBarriers(page)
    const tenths = (text: string): number =>
      Math.round(
        Number(
          text
            .replaceAll(/[^\d,.−]/g, '')
            .replace(',', '.')
            .replace('−', '-'),
        ) * 10,
      )
    const sums = await page.getByTestId('arithmetic').locator('dd').allTextContents()
    const closing = tenths((sums.at(-1) ?? '').replace('=', ''))
    expect(sums.slice(0, -1).reduce((sum, text) => sum + tenths(text), 0)).toBe(closing)
    expect(tenths((await page.getByTestId('statement-balance').textContent()) ?? '')).toBe(closing)
    for (const format of ['pdf', 'csv'] as const) {
      const saving = page.waitForEvent('download')
      await page.getByRole('link', { name: words.statement[format] }).click()
      expect((await saving).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`))
    }
    await page.locator('input[name=from]').fill('2020-01-01')
    await page.locator('input[name=to]').fill('2020-01-31')
    await expect(page.getByText(words.statement.emptyTitle)).toBeVisible()
    await page.locator('input[name=day]').fill('2020-01-31')
    await expect(page.getByTestId('balance-as-of').locator('dd').first()).toHaveText('0')
    await page.context().close()
  })

  test(`an award and its correction show by themselves on the buyer's open page and at the other till (${language}) (C15)`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language)
    // Returns once the live stream is open.
    const buyer = await signedIn(
      browser,
      baseURL,
      language === 'am' ? 'davit@hatik.test' : 'ani@hatik.test',
      language,
      SCREENS.phone,
    )
    await expect(buyer.getByTestId('total-points')).toBeVisible()
    const [till, other] = [
      await signedIn(browser, baseURL, 'cafe@hatik.test', language),
      await signedIn(browser, baseURL, 'cafe@hatik.test', language),
    ]
    const shownCode = (await buyer.getByTestId('buyer-code').textContent()) ?? ''
    const code = shownCode.replace(NBSP, '')
    const issued = other.locator('dd').nth(1)
    const before = await issued.textContent()
    await till.locator('input[name=buyerId]').fill(code)
    await till.locator('input[name=amountSpent]').fill('1500')
    await till.keyboard.press('Enter')
    await expect(till.getByTestId('award-result')).toBeVisible()
    await expect(buyer.getByTestId('arrivals')).toContainText(
      words.live.arrived_other.split('{{name}}')[0]?.replace('{{points}}', '3').trim() ?? '',
    )
    await expect(issued).not.toHaveText(before ?? '')

    const correct = new RegExp(`^${words.recent.correctFor.split('{{')[0]}`)
    // The same test in the other language awards at this business, too.
    const lines = till.getByTestId('recent-awards').getByRole('listitem')
    const own = lines.filter({ hasText: shownCode, hasNotText: words.correct.reasonAmount })
    await own.getByRole('button', { name: correct }).first().click()
    await till.getByLabel(words.correct.amount, { exact: true }).fill('500')
    await till.getByRole('button', { name: words.correct.reasonAmount }).click()
    await till.getByRole('dialog').getByRole('button', { name: words.correct.go, exact: true }).click()
    await expect(buyer.getByTestId('arrivals')).toContainText('−2')
    await expect(buyer.getByTestId('arrivals').getByRole('link')).toHaveAttribute('href', /^\/statement\/\d+$/)
    await Promise.all([buyer, till, other].map((page) => page.context().close()))
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
  const page = await signedIn(browser, baseURL, 'ani@hatik.test', 'en')
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
