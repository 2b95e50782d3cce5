/** A manager is invited by email, accepts, and finds the pages that the rights table opens (decision 48). */
import { expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { linkTo, newAddress, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { filled, wordsOf } from '../../../infra/testing/browser/e2e-words.ts'
import { addStaff } from '../../../infra/testing/people/till.ts'
import { PASSWORD } from '../../../infra/testing/servers/test-product.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast?.close())

const OWN_PASSWORD = 'Correct-horse-1'

for (const [language, viewport, scheme] of [
  ['am', { width: 390, height: 844 }, 'dark'],
  ['en', { width: 820, height: 1_180 }, 'light'],
] as const) {
  test(`a manager is invited, signs in, reaches the shop's pages without a refusal, and is let out, at ${viewport.width} px (${language})`, async ({
    page,
    context,
    browser,
  }) => {
    test.slow()
    const words = wordsOf(language)
    const { managers, invitation, confirmAct } = words
    const business = await cast.business(['1.0'])
    const email = newAddress('manager')
    await addStaff(business, 'manager', { name: 'Nare' })
    await enter(context, business)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`/people-and-tills?lang=${language}`)
    const people = page.getByTestId('people')
    const dialog = page.getByRole('dialog')

    await test.step('the owner invites, with the password', async () => {
      await people.getByRole('button', { name: managers.invite }).click()
      await dialog.locator('[name=email]').fill(email)
      await expectToFitWithoutBarriers(page)
      await dialog.getByRole('button', { name: managers.send }).click()
      await page.locator('input[name=password]').fill(PASSWORD)
      await page.getByRole('button', { name: confirmAct.go }).click()
      await expect(people.getByText(email)).toBeVisible()
      await expect(people.getByRole('button', { name: managers.withdraw })).toBeVisible()
      await expectToFitWithoutBarriers(page)
    })

    const own = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: 'reduce' })
    const theirs = await own.newPage()
    const refused: string[] = []
    theirs.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
    })

    await test.step('the manager chooses a password and is signed in', async () => {
      const link = await linkTo('/invitation', email)
      await theirs.goto(`${process.env['HATIK_E2E_URL']}${link}&lang=${language}`)
      await expect(theirs.getByText(filled(invitation.text, { business: business.businessName }))).toBeVisible()
      await expect(theirs.locator('[name=password]')).toBeFocused()
      await expectToFitWithoutBarriers(theirs)
      await theirs.keyboard.type(OWN_PASSWORD)
      await theirs.keyboard.press('Enter')
      await theirs.waitForURL(/\/dashboard$/)
      await expect(theirs.getByRole('heading', { level: 1, name: business.businessName })).toBeVisible()
      await expectToFitWithoutBarriers(theirs)
    })

    await test.step('every page of the navigation opens without a refused call', async () => {
      const nav = theirs.getByRole('navigation', { name: words.businessNav.title })
      const more = nav.getByRole('button', { name: words.businessNav.more })
      if (await more.isVisible()) await more.click()
      const pages = await nav.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      const opened = ['/buyers', '/counter', '/dashboard', '/figures', '/perks', '/reports']
      expect(new Set(pages)).toEqual(new Set(opened))
      for (const to of [...opened, '/edit-profile', '/figures/events']) {
        await theirs.goto(`${process.env['HATIK_E2E_URL']}${to}?lang=${language}`)
        await expect(theirs.getByRole('main').or(theirs.locator('h1')).first()).toBeVisible()
        await expect(theirs.locator('.animate-breathe')).toHaveCount(0)
        await expectToFitWithoutBarriers(theirs)
      }
      expect(refused).toEqual([])
      for (const closed of ['/people-and-tills', '/edit-business', '/billing']) {
        await theirs.goto(`${process.env['HATIK_E2E_URL']}${closed}?lang=${language}`)
        await expect(theirs.getByRole('heading', { level: 1, name: words.notFound.title })).toBeVisible()
      }
    })

    await test.step('the used link says so', async () => {
      await theirs.goto(`${process.env['HATIK_E2E_URL']}${await linkTo('/invitation', email)}&lang=${language}`)
      await expect(theirs.getByRole('heading', { level: 1, name: invitation.invalidTitle })).toBeVisible()
      await expectToFitWithoutBarriers(theirs)
    })

    await test.step('the owner ends the sign-in, and allows it again', async () => {
      await page.reload()
      await expect(people.getByText(filled(managers.signsIn, { email }))).toBeVisible()
      await people.getByRole('button', { name: managers.end }).click()
      await expect(people.getByText(filled(managers.isOff, { email }))).toBeVisible()
      await expectToFitWithoutBarriers(page)
      await signIn(theirs, email, OWN_PASSWORD, language)
      await expect(theirs.getByRole('main').getByText(words.signIn.closed)).toBeVisible()
      await people.getByRole('button', { name: managers.allow }).click()
      await expect(people.getByText(filled(managers.signsIn, { email }))).toBeVisible()
      await signIn(theirs, email, OWN_PASSWORD, language)
      await expect(theirs.getByRole('heading', { level: 1, name: business.businessName })).toBeVisible()
    })
    await own.close()
  })
}
