import type { Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { another, signInAsBusiness } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Hatik-demo-1'
const LANGUAGES = ['am', 'en'] as const
const DATE = /\d{2}:\d{2}/

interface Sheet {
  rows: number
  text: string
  controls: number
}

/** Reads the page in a listener that runs after the app's. */
async function print(page: Page): Promise<Sheet & { pages: number }> {
  await page.evaluate(() => {
    window.addEventListener(
      'beforeprint',
      () => {
        const seen = (element: Element): boolean => element.checkVisibility()
        const main = document.querySelector('main')
        const sheet = {
          rows: [...document.querySelectorAll('main tbody tr')].filter(seen).length,
          text: main?.innerText ?? '',
          controls: [...(main?.querySelectorAll('input, select, textarea, :not(th) > button, nav') ?? [])].filter(seen)
            .length,
        }
        Object.assign(window, { hatikSheet: sheet })
      },
      { once: true },
    )
  })
  await page.emulateMedia({ media: 'print' })
  const pdf = await page.pdf({ format: 'A4' })
  const sheet = await page.evaluate(() => (window as unknown as { hatikSheet: Sheet }).hatikSheet)
  await page.emulateMedia({ media: null })
  return { ...sheet, pages: pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length ?? 0 }
}

for (const language of LANGUAGES) {
  const words = wordsOf(language)

  test(`figures are printed whole, with the business's name, their days and the date (${language})`, async ({
    page,
  }) => {
    await signInAsBusiness(page, 'cafe@hatik.test', PASSWORD)
    await page.goto(`/figures?lang=${language}`)
    await expect(page.locator('tbody tr')).toHaveCount(10)
    await expect(page.locator('main')).toContainText('Կոֆե Տուն')
    const sheet = await print(page)
    expect(sheet).toMatchObject({ rows: 30, controls: 0 })
    expect(sheet.pages).toBeLessThanOrEqual(3)
    for (const text of ['Կոֆե Տուն', words.figures.title, words.figures.book]) expect(sheet.text).toContain(text)
    expect(sheet.text).toMatch(/\d{4} – |, \d{4}/)
    expect(sheet.text).toMatch(DATE)
    for (const text of [words.statement.from, words.figures.span, words.figures.csv])
      expect(sheet.text).not.toContain(text)
    await expect(page.locator('tbody tr')).toHaveCount(10)
  })

  test(`invoices, events, statement and register are printed with name and date, without controls (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await signInAsBusiness(page, 'cafe@hatik.test', PASSWORD)
    for (const address of ['/billing', '/figures/events', '/dashboard']) {
      await page.goto(`${address}?lang=${language}`)
      await expect(page.locator('tbody tr').first()).toBeVisible()
      await expect(page.locator('main')).toContainText('Կոֆե Տուն')
      const sheet = await print(page)
      expect([address, sheet.controls]).toEqual([address, 0])
      expect(sheet.text, address).toContain('Կոֆե Տուն')
      expect(sheet.text, address).toMatch(DATE)
      if (address === '/billing') expect(sheet.text).not.toContain(words.invoices.pdf)
    }

    const buyer = await another(browser, baseURL)
    await buyer.goto(`/auth?lang=${language}`)
    await buyer.locator('[name=email]').fill('ani@hatik.test')
    await buyer.locator('[name=password]').fill(PASSWORD)
    await buyer.keyboard.press('Enter')
    await buyer.locator('a[href^="/statement/"]').first().click()
    await expect(buyer.getByTestId('movements')).toBeVisible()
    const statement = await print(buyer)
    expect(statement.controls).toBe(0)
    expect(statement.text).toContain(words.statement.allTime)
    expect(statement.text).toMatch(DATE)
    for (const text of [words.statement.filter, words.statement.asOf, words.statement.download])
      expect(statement.text).not.toContain(`${text}\n`)
    await buyer.context().close()

    const admin = await another(browser, baseURL)
    await admin.goto(`/hatik?lang=${language}`)
    await admin.locator('[name=email]').fill('admin@hatik.test')
    await admin.locator('[name=password]').fill(PASSWORD)
    await admin.keyboard.press('Enter')
    await admin.waitForURL('**/admin/dashboard')
    await admin.goto('/admin/dashboard/invoices')
    await expect(admin.getByTestId('register-net')).toBeVisible()
    const register = await print(admin)
    expect(register.controls).toBe(0)
    expect(register.text).toContain(words.invoiceRegister.title)
    expect(register.text).toContain(String(new Date().getFullYear()))
    expect(register.text).toMatch(DATE)
    await admin.context().close()
  })
}
