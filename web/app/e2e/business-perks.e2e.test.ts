import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { addPerk, newBusiness } from '../../../infra/testing/browser/e2e-new-business.ts'

test('perks: the form reports missing fields; one perk takes Starter from 0 to 100 %; at the limit the form is read-only; edit and delete ask (R78, R88-R90, R168)', async ({
  page,
}) => {
  await newBusiness(page)
  const bar = page.getByTestId('subscription').getByRole('progressbar', { name: 'Perks' })
  await expect(bar).toHaveAttribute('aria-valuenow', '0')

  await page.getByRole('button', { name: 'Add perk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add perk' }).click()
  await expect(page.getByRole('dialog').getByText('Required', { exact: true })).toHaveCount(3)
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await addPerk(page, 'Gata', '0.7')
  await expect(page.getByText('Points must be at least 0.5, in steps of 0.5')).toBeVisible()
  await page.keyboard.press('Escape')

  await addPerk(page, 'Gata', '6.5')
  await expect(page.getByTestId('perk-grid')).toContainText('6.5 points')
  await expect(bar).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByTestId('subscription').getByText('Nearing the limit')).toHaveCount(0)
  await expect(page.getByTestId('subscription').getByRole('link', { name: 'Upgrade plan' })).toHaveAttribute(
    'href',
    '/billing',
  )

  await page.getByRole('button', { name: 'Add perk' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Perk limit reached')
  for (const field of ['name', 'description', 'pointsRequired'])
    await expect(dialog.locator(`[name=${field}]`)).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Add perk' })).toBeDisabled()
  await expectNoBarriers(page)
  // A read-only form can still be left.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit: Gata' }).click()
  await expect(dialog.locator('[name=pointsRequired]')).toHaveValue('6.5')
  // By key, because `fill` would not show a number field dropping the comma.
  await dialog.locator('[name=pointsRequired]').fill('')
  await dialog.locator('[name=pointsRequired]').pressSequentially('12,5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('perk-grid')).toContainText('12.5 points')

  await page.getByRole('button', { name: 'Delete: Gata' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Codes they already have stay valid')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByTestId('perk-grid')).toContainText('Gata')
  await page.getByRole('button', { name: 'Delete: Gata' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No perks yet')).toBeVisible()
  await expect(bar).toHaveAttribute('aria-valuenow', '0')
})

test('one press makes one perk, even if the list takes long to refresh (C18)', async ({ page }) => {
  await newBusiness(page)
  await page.route(/\/api\/business\/\d+\/(perks|subscription)$/, async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fallback()
  })
  let created = 0
  page.on(
    'response',
    (answer) => void (answer.request().method() === 'POST' && answer.url().endsWith('/perks') && (created += 1)),
  )
  await addPerk(page, 'Gata', '6.5')
  await expect.poll(() => created).toBe(1)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('perk-grid').locator('li')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(created).toBe(1)
  await expect(page.getByText('Failed to create perk')).toHaveCount(0)
})

test('a refused perk is reported in the specified words (R213)', async ({ page }) => {
  await newBusiness(page)
  await page.route('**/api/business/*/perks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'perk_limit_reached', message: 'Perk limit reached' } })
      : route.continue(),
  )
  await addPerk(page, 'Gata', '6.5')
  await expect(page.getByText('Failed to create perk')).toBeVisible()
  await expect(page.getByText('Perk limit reached')).toBeVisible()
})
