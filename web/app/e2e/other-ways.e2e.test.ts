/** Rare ways to view a page: forced colours, a magnifier, paper. */
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }))

test("only the current page's link is underlined (WCAG 1.4.1)", async ({ page }) => {
  const { header } = wordsOf('am')
  await page.goto('/about?lang=am')
  const nav = page.getByRole('banner').getByRole('navigation')
  await expect(nav.getByRole('link', { name: header.about })).toHaveCSS('text-decoration-line', 'underline')
  await expect(nav.getByRole('link', { name: header.contact })).toHaveCSS('text-decoration-line', 'none')
})

test('with forced colours it is visible whether the prices are monthly or yearly', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/pricing?lang=en')
  /** A screenshot of the background, because computed styles ignore forced colours. */
  const ground = async (name: string): Promise<string> => {
    const box = await page.locator('label', { hasText: name }).first().boundingBox()
    if (!box) throw new Error(`${name} is on the screen`)
    return (await page.screenshot({ clip: { x: box.x + 6, y: box.y + box.height / 2, width: 4, height: 4 } })).toString(
      'base64',
    )
  }
  const [chosen, other] = [await ground('Monthly'), await ground('Yearly')]
  expect(chosen).not.toBe(other)
  await page.getByText('Yearly', { exact: true }).first().click()
  expect([await ground('Monthly'), await ground('Yearly')]).toEqual([other, chosen])
})

test('a hovered tooltip stays readable, and Escape hides it wherever the focus is (WCAG 1.4.13)', async ({ page }) => {
  const { theme } = wordsOf('am')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about?lang=am')
  const button = page.getByRole('button', { name: theme.toDark })
  const tooltip = page.getByText(theme.toDark)
  await button.hover()
  await expect(tooltip).toBeVisible()
  const [from, to] = [await button.boundingBox(), await tooltip.boundingBox()]
  if (!from || !to) throw new Error('the button and what it stands for are on the screen')
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 20 })
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})

test('user-written text is marked with its language on a page in the other one (WCAG 3.1.2)', async ({ page }) => {
  await page.goto('/businesses?lang=en')
  const all = page.getByTestId('directory-all')
  for (const written of [all.getByRole('link', { name: 'Կոֆե Տուն' }), all.getByText('Թարմ բոված սուրճ')])
    await expect(written).toHaveAttribute('lang', 'hy')
  await all.getByRole('link', { name: 'Կոֆե Տուն' }).click()
  for (const written of [
    page.locator('h1'),
    page.getByText('Թարմ բոված սուրճ'),
    page.getByText('Գավաթ սուրճ'),
    page.getByText('Քաղաքի լավագույն սուրճը'),
  ])
    await expect(written).toHaveAttribute('lang', 'hy')
})

test('paper has dark text even with the dark theme, no controls, and only an open dialog', async ({ page }) => {
  const { signOut } = wordsOf('en')
  await page.goto('/auth?lang=en')
  await page.locator('[name=email]').fill('ani@hatik.test')
  await page.locator('[name=password]').fill('Hatik-demo-1')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: wordsOf('en').theme.toDark }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(245, 237, 234)')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(37, 27, 29)')
  await expect(page.getByRole('banner').getByText(wordsOf('en').brand.name)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: signOut.button }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(page.locator('h1')).toBeHidden()
})
