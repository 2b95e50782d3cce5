/** Voids beyond the counter's short list (H4, R236). */
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { awardEarlier } from '../../../infra/testing/people/earlier-award.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { readInstance } from '../../../infra/local/instance.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

for (const language of ['am', 'en'] as const) {
  test(`the award before the last six is found by keyboard and voided; another till's awards neither hide nor double any (${language})`, async ({
    page,
    context,
  }) => {
    test.slow()
    const { recent, undo } = wordsOf(language)
    const [business, buyer, instance] = [await cast.business(), await cast.buyer(), await readInstance()]
    const award = async (amountSpent: number) => {
      const made = await business.write('POST', `/api/business/${business.id}/award-points`, {
        buyerId: buyer.code,
        amountSpent,
      })
      expect(made.status).toBe(200)
    }
    const old = await awardEarlier(
      { eventStoreUrl: instance?.eventStoreUrl ?? '', pool: cast.pool },
      { businessId: business.id, buyerId: buyer.id, amountAmd: 777, hoursAgo: 30 },
    )
    business.sees(old.token)
    await award(66_000)
    for (let count = 1; count <= 6; count += 1) await award(1_000 * count)
    await page.setViewportSize({ width: 390, height: 844 })
    await enter(context, business)
    await page.goto(`/dashboard?lang=${language}`)

    const lines = page.getByTestId('recent-awards').getByRole('listitem')
    const wrong = lines.filter({ hasText: /66[\s,]000/ })
    await expect(lines).toHaveCount(5)
    await expect(wrong).toHaveCount(0)
    await page.getByRole('button', { name: recent.older }).focus()
    await page.keyboard.press('Enter')
    await expect(lines).toHaveCount(8)
    // The focus is on the first new line.
    await expect(lines.nth(5)).toBeFocused()
    await expect(page.getByRole('button', { name: recent.older })).toHaveCount(0)
    await expect(page.getByText(recent.end)).toBeVisible()
    await expectToFitWithoutBarriers(page)

    // Another till's award appears on top by itself.
    await award(9_000)
    await expect(lines).toHaveCount(9)
    await expect(lines.first()).toContainText(/9[\s,]000/)
    await expect(wrong).toHaveCount(1)

    await lines.nth(6).focus()
    // Correct and undo of each line.
    for (const button of [
      lines.nth(6).getByRole('button').first(),
      lines.nth(6).getByRole('button').last(),
      wrong.getByRole('button').first(),
      wrong.getByRole('button').last(),
    ]) {
      await page.keyboard.press('Tab')
      await expect(button).toBeFocused()
    }
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel(undo.reason)
    await expect(reason).toBeFocused()
    await expect(reason).toHaveAccessibleDescription(undo.reasonHint)
    await expectToFitWithoutBarriers(page)
    await reason.fill(wordsOf(language).undoReasons.amount)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(wrong).toContainText(recent.voided)
    await expect(lines).toHaveCount(9)

    await page.getByRole('button', { name: recent.fewer }).focus()
    await page.keyboard.press('Enter')
    await expect(lines).toHaveCount(5)
    await expect(lines.first()).toBeFocused()
    await expect(page.getByRole('button', { name: recent.older })).toBeVisible()
  })
}
