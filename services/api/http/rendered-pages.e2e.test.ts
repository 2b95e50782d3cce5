/** Public pages are complete without a script, and come alive without being drawn again (decision 58). */
import type { Page } from '@playwright/test'
import type { Language } from '#contracts/calls/account/session.ts'
import { LANGUAGE_COOKIE } from '#contracts/pages/page-metadata.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'

const LANGUAGES: readonly Language[] = ['am', 'en']
/** With a text that only a complete page shows. */
const PAGES: Record<string, (words: Words) => string> = {
  '/': ({ home }) => home.primeTitle,
  '/businesses': () => 'Կոֆե Տուն',
  '/business-directory': () => 'Կոֆե Տուն',
  '/business/kofe-tun': ({ reviews }) => reviews.boughtHere,
  '/pricing': () => 'Prime',
  '/about': ({ about }) => about.title,
  '/contact': ({ contact }) => contact.title,
  '/legal/terms': ({ legal }) => legal.questions,
  '/legal/privacy': ({ legal }) => legal.questions,
  '/legal/cookies': ({ legal }) => legal.questions,
}

async function inLanguage(page: Page, language: Language, baseURL = ''): Promise<void> {
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: baseURL }])
}

for (const language of LANGUAGES) {
  const words = wordsOf(language)

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test(`every public page is complete (${language})`, async ({ page, baseURL }) => {
      await inLanguage(page, language, baseURL)
      for (const [path, shown] of Object.entries(PAGES)) {
        await page.goto(path)
        await expect(page.locator('h1'), path).toBeVisible()
        await expect(page.getByText(shown(words)).first(), path).toBeVisible()
        await expect(page.getByText(words.common.loading), path).toHaveCount(0)
      }
    })
  })

  test(`every public page comes alive as the server drew it (${language})`, async ({ page, baseURL }) => {
    const troubles: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && troubles.push(message.text())))
    page.on('pageerror', (error) => void troubles.push(error.message))
    await inLanguage(page, language, baseURL)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-first', '')),
    )
    for (const path of Object.keys(PAGES)) {
      await page.goto(path)
      // The app's own tags replace the server's once the page is alive.
      await expect(page.locator('[data-server-head]'), path).toHaveCount(0)
      await expect(page.locator('head title'), path).toHaveCount(1)
      await expect(page.locator('h1[data-first]'), path).toHaveCount(1)
    }
    expect(troubles).toEqual([])
  })
}

test('a signed-in person, a search and the offline shell get the empty page', async ({ page, request }) => {
  const empty = '<div id="root"></div>'
  expect(await (await request.get('/')).text()).not.toContain(empty)
  expect(await (await request.get('/businesses?lang=en')).text()).not.toContain(empty)
  expect(await (await request.get('/businesses?search=kofe')).text()).toContain(empty)
  expect(await (await request.get('/index.html')).text()).toContain(empty)
  expect((await request.get('/server/server.js')).status()).toBe(404)
  const cast = await openCast()
  try {
    await enter(page.context(), await cast.buyer())
    expect(await (await page.request.get('/')).text()).toContain(empty)
  } finally {
    await cast.close()
  }
})

test('the first paint waits for no other file, and the policy allows what is in the page', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())))
  await page.route(/\/(assets|boot\.js)/, (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('h1')).toBeVisible()
  // A browser's own style sheet gives the body a margin.
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
  expect(refused).toEqual([])
})

test('a browser with another language or a remembered person draws the page itself', async ({ page }) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => void troubles.push(error.message))
  await page.goto('/about')
  await expect(page.locator('h1')).toHaveText(wordsOf('am').about.title)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('hatik.language', 'en'))
  await page.goto('/about')
  await expect(page.locator('h1')).toHaveText(wordsOf('en').about.title)
  expect(troubles).toEqual([])
})

test("a reviewer's text cannot end the page's data", async ({ page }) => {
  const cast = await openCast()
  try {
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    const comment = '</script><script>document.title = "taken"</script><!--'
    await buyer.write('POST', `/api/business/business-${business.id}/reviews`, {
      buyerId: buyer.id,
      rating: 5,
      comment,
    })
    await page.goto(`/business/business-${business.id}`)
    await expect(page.locator('[data-server-head]')).toHaveCount(0)
    await expect(page.getByTestId('review')).toContainText(comment)
    await expect(page).toHaveTitle(new RegExp(business.businessName))
  } finally {
    await cast.close()
  }
})
