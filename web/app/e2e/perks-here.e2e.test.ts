/** A business's page as a signed-in buyer sees it, and as a visitor does. */
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'

const NBSP = '\u00a0'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

for (const language of ['am', 'en'] as const) {
  const { screen, viewport } = LOOKS[language]
  test(`a buyer sees her balance and what is within reach, and redeems there; the balance follows live (${language}, ${screen})`, async ({
    page,
  }) => {
    const { pointsHere, redeem, common, businessPage, reviews } = wordsOf(language)
    await page.setViewportSize(viewport)
    const business = await cast.business(['2', '12'])
    const buyer = await cast.buyer()
    const award = (amountSpent: number) =>
      business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: buyer.code, amountSpent })
    await award(2_750)
    await enter(page.context(), buyer)
    // A public page asks who is signed in only where the browser knows of somebody.
    await page.goto(`/dashboard?lang=${language}`)
    await expect(page.getByTestId('total-points')).toBeVisible()
    await page.goto(`/business/business-${business.id}?lang=${language}`)
    const balance = page.getByTestId('points-here')
    const [five, six] = language === 'am' ? ['5,5', '6,5'] : ['5.5', '6.5']
    await expect(balance).toHaveText(five)
    const amount = language === 'am' ? `3${NBSP}250${NBSP}֏` : `3,250${NBSP}AMD`
    await expect(
      page.getByText(pointsHere.next.replace('{{amount}}', amount).replace('{{perk}}', 'Perk for 12')),
    ).toBeVisible()
    const perks = page.getByRole('region', { name: businessPage.perks })
    await expect(perks.getByRole('progressbar')).toHaveCount(1)
    await expectNoBarriers(page)
    const below = page.getByRole('region', { name: reviews.title })
    expect((await perks.boundingBox())!.y).toBeLessThan((await below.boundingBox())!.y)

    await award(500)
    await expect(balance).toHaveText(six)
    await perks.getByRole('button', { name: redeem.buttonFor.replace('{{perk}}', 'Perk for 2') }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: redeem.go }).click()
    const code = page.getByRole('dialog', { name: redeem.codeTitle })
    await expect(code).toBeVisible()
    await code.getByRole('button', { name: common.close }).click()
    await expect(balance).toHaveText(language === 'am' ? '4,5' : '4.5')
  })

  test(`a visitor's call to act stands above the reviews on a phone, and nothing of a buyer's is loaded (${language})`, async ({
    page,
  }) => {
    const { businessPage, reviews } = wordsOf(language)
    await page.setViewportSize(LOOKS.am.viewport)
    const business = await cast.business(['2'])
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.goto(`/business/business-${business.id}?lang=${language}`)
    const act = page.getByRole('link', { name: businessPage.cta, exact: true })
    const below = page.getByRole('region', { name: reviews.title })
    await expect(below).toBeVisible()
    expect((await act.boundingBox())!.y).toBeLessThan((await below.boundingBox())!.y)
    await expect(page.getByText('Perk for 2')).toBeVisible()
    expect(asked.filter((url) => /perks-here|use-redeem|\/api\/buyer|\/api\/live/.test(url))).toEqual([])
  })
}
