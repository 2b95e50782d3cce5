/** Searches during a telephone call (H30, H36). */
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { formatPhone } from '#web/lib/words/format-phone.ts'

const PHONE = { width: 360, height: 740 }

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const language of ['am', 'en'] as const) {
  const { admin, adminBusinesses, adminPeople, invoices, invoiceStates } = wordsOf(language)

  test(`an invoice is found as it is read out, in any state; Back and a link find it again (${language}; H36)`, async ({
    page,
  }) => {
    const business = await cast.business()
    const call = (path: string, plan: string) =>
      business.write<{ invoice: { number: string } }>('POST', `/api/business/${business.id}/${path}`, {
        plan,
        cycle: 'monthly',
      })
    await cast.pool.query(`UPDATE business_profiles SET subscription_plan = 'starter' WHERE user_id = $1`, [
      business.id,
    ])
    const withdrawn = (await call('subscription', 'standard')).body.invoice.number
    const open = (await call('subscription', 'prime')).body.invoice.number
    await enter(page.context(), await cast.admin())
    await page.setViewportSize(PHONE)
    await page.goto(`/admin/dashboard/invoices?lang=${language}`)
    const box = page.getByRole('searchbox', { name: adminBusinesses.invoiceSearch })
    const rows = page
      .getByRole('table', { name: admin.tabs.invoices })
      .getByRole('row')
      .filter({ hasText: business.businessName })
    await box.pressSequentially(withdrawn.toLowerCase().replaceAll('-', ' '))
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(withdrawn)
    await expect(rows).toContainText(invoiceStates.cancelled)
    await expectToFitWithoutBarriers(page)

    await box.fill(business.businessName)
    await expect(rows).toHaveCount(2)
    await page.getByRole('combobox', { name: invoices.state }).selectOption('open')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(open)
    const link = page.url()
    await page.getByRole('link', { name: admin.tabs.users }).click()
    await expect(page.getByRole('searchbox', { name: adminPeople.search })).toBeVisible()
    await page.goBack()
    await expect(rows).toHaveCount(1)
    await expect(box).toHaveValue(business.businessName)
    await box.fill('HTK-1999')
    await expect(page.getByText(adminBusinesses.noInvoicesFound)).toBeVisible()
    await page.goto(link)
    await expect(rows).toContainText(open)
    await expect(page.getByRole('combobox', { name: invoices.state })).toHaveValue('open')
    await page.getByRole('link', { name: admin.tabs.invoices }).click()
    await expect(box).toHaveValue('')
  })

  test(`a caller is found by number, which no address holds (${language}; H30)`, async ({ page }) => {
    const buyer = await cast.buyer()
    const number = `+37496${String(buyer.id).padStart(6, '0')}`
    await cast.pool.query('UPDATE users SET phone = $2 WHERE id = $1', [buyer.id, number])
    await enter(page.context(), await cast.admin())
    await page.setViewportSize(PHONE)
    await page.goto(`/admin/dashboard/users?lang=${language}`)
    await page
      .getByRole('searchbox', { name: adminPeople.search })
      .fill(number.replace(/^\+374(..)(..)(..)(..)$/, '0$1-$2-$3-$4'))
    const rows = page.getByRole('table', { name: admin.tabs.users }).getByRole('row').filter({ hasText: '@' })
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(formatPhone(number))
    await expect(rows).toContainText(buyer.email)
    await expectToFitWithoutBarriers(page)
    expect(page.url()).not.toContain('search')
  })
}
