/** Like Chrome, Edge and Safari, replaces every text node with an element. */
import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { another, linkTo, newAddress, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Hatik-demo-1'
const words = wordsOf('en')

/** Runs before the page's own scripts. Skips `translate="no"`, fields and scripts. */
function translateAlways(): void {
  const LEFT_ALONE = 'font, script, style, title, textarea, noscript, svg, [translate="no"], [translate="no"] *'
  const translate = (root: Node): void => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = root.nodeType === Node.TEXT_NODE ? root : walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && !parent.matches(LEFT_ALONE) && node.textContent?.trim()) texts.push(node as Text)
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.textContent
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, type, target } of records) {
      if (type === 'characterData') translate(target)
      for (const node of addedNodes) translate(node)
    }
  })
  document.addEventListener('DOMContentLoaded', () => {
    translate(document.body)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

async function translated(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await another(browser, baseURL)
  await page.addInitScript(translateAlways)
  return page
}

/** Every visible text is translated, and no page has crashed. */
async function expectWell(page: Page): Promise<void> {
  await expect(page.locator('h1 font').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: words.crash.title })).toHaveCount(0)
}

test('sign-up, the mailed link, sign-in, forgotten password and own details survive a translated page', async ({
  browser,
  baseURL,
}) => {
  const page = await translated(browser, baseURL)
  const email = newAddress('translated')
  const password = 'Grain-of-2026!x'
  await page.goto('/auth?signup=true&lang=en')
  await expectWell(page)
  const fill = async (fields: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
  }
  await fill({ firstName: 'Ani', lastName: 'Buyer', email, password, confirmPassword: 'another' })
  await page.keyboard.press('Enter')
  await expectWell(page)
  await fill({ confirmPassword: password })
  await page.keyboard.press('Enter')
  await expect(page.getByText(email).first()).toBeVisible()
  await expectWell(page)

  await page.goto('/forgot-password')
  await fill({ email: 'nobody@hatik.test' })
  await page.keyboard.press('Enter')
  await expectWell(page)

  const link = await linkTo('/verify-email', email)
  const elsewhere = await translated(browser, baseURL)
  await elsewhere.goto(`${link}&lang=en`)
  await expectWell(elsewhere)
  await elsewhere.locator('[name=password]').fill('Wrong-horse-9')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText(words.fields.signUpPassword).first()).toBeVisible()
  for (const name of [words.verifyPassword.choose, words.verifyPassword.back]) {
    await elsewhere.getByRole('button', { name }).click()
    await expectWell(elsewhere)
  }
  await elsewhere.context().close()
  await page.goto(link)
  await expectWell(page)
  await page.waitForURL(/\/dashboard$/)
  await expectWell(page)

  await page.goto('/edit-profile')
  await fill({ firstName: 'Anahit' })
  await page.getByRole('button', { name: words.profile.submit }).click()
  await expect(page.getByText(words.profile.saved).first()).toBeVisible()
  await expectWell(page)
  await page.context().close()
})

test('award, preview, redeem, verify and a perk survive a translated page', async ({ browser, baseURL }) => {
  const [cafe, buyer] = [await translated(browser, baseURL), await translated(browser, baseURL)]
  await signIn(cafe, 'cafe@hatik.test', PASSWORD, 'en')
  await cafe.waitForURL(/\/dashboard$/)
  await expectWell(cafe)
  await signIn(buyer, 'davit@hatik.test', PASSWORD, 'en')
  await buyer.waitForURL(/\/dashboard$/)
  await expectWell(buyer)

  for (const amount of ['6249', '50000']) {
    await cafe.locator('[name=buyerId]').fill('DV5678')
    await cafe.locator('[name=amountSpent]').fill(amount)
    await expect(cafe.locator('form p[translate=no]')).toContainText(amount === '6249' ? '12.4' : '100')
    await cafe.locator('[name=amountSpent]').press('Enter')
    await expect(cafe.getByTestId('award-result')).toContainText(amount === '6249' ? '12.4' : '100')
    await expectWell(cafe)
  }
  await buyer
    .getByRole('button', { name: words.redeem.button })
    .and(buyer.getByRole('button', { name: 'Գաթա' }))
    .click()
  await buyer.getByRole('alertdialog').getByRole('button').last().click()
  const qr = buyer.locator('[data-qr]')
  await expect(qr).toBeVisible()
  const code = (await qr.getAttribute('data-qr')) ?? ''
  await buyer.keyboard.press('Escape')
  await expectWell(buyer)

  await cafe.locator('[name=redemptionCode]').fill(code)
  await cafe.keyboard.press('Enter')
  await expect(cafe.getByTestId('verify-preview')).toBeVisible()
  await cafe.keyboard.press('Enter')
  await expect(cafe.getByTestId('verify-result')).toBeVisible()
  await expectWell(cafe)

  await cafe.getByRole('button', { name: words.perks.add }).first().click()
  const dialog = cafe.getByRole('dialog')
  await dialog.locator('[name=name]').fill('Translated')
  await dialog.locator('[name=pointsRequired]').fill('2')
  await dialog.getByRole('button', { name: words.perks.add }).click()
  await expect(dialog.locator('[name=description]')).toBeVisible()
  await cafe.keyboard.press('Escape')
  await expectWell(cafe)
  await Promise.all([cafe.context().close(), buyer.context().close()])
})

test('directory and statement survive a translated page', async ({ browser, baseURL }) => {
  const page = await translated(browser, baseURL)
  await page.goto('/businesses?lang=en')
  await expectWell(page)
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: words.directory.industry }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('checkbox').first().uncheck()
  await expectWell(page)
  await signIn(page, 'ani@hatik.test', PASSWORD, 'en')
  await page.waitForURL(/\/dashboard$/)
  await page.locator('a[href*="/statement/"]').first().click()
  await expectWell(page)
  await page.getByRole('button', { name: words.statement.thisMonth }).click()
  await expectWell(page)
  await page.context().close()
})
