/** Covers R30-R32, R149, R205, R219, H31, H32. */
import type { Page } from '@playwright/test'
import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers, expectToFitWithoutBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { beginVisit, enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { filled, wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'

const REASON = 'Օգնում ենք գտնել երեկվա շնորհումը'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

const banner = (page: Page) => page.getByTestId('visit-banner')

async function startVisit(
  page: Page,
  admin: Person,
  business: { id: number },
  words: Words,
  language: Language,
): Promise<void> {
  await enter(page.context(), admin)
  await page.goto(`/time-travel/${business.id}?lang=${language}`)
  await beginVisit(page, words, REASON)
  await expect(banner(page)).toBeVisible()
}

async function award(page: Page, code: string, amount: string): Promise<void> {
  await page.locator('input[name=buyerId]').fill(code)
  await page.locator('input[name=amountSpent]').fill(amount)
  await page.locator('input[name=amountSpent]').press('Enter')
}

for (const language of ['am', 'en'] as const) {
  test(`a visit: the reason, the banner everywhere, viewing, acting, leaving, and the owner's record (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow()
    const words = wordsOf(language)
    const [admin, business, buyer] = [await cast.admin(), await cast.business(), await cast.buyer()]
    await enter(page.context(), admin)
    const started: string[] = []
    page.on('request', (request) => request.url().endsWith('/impersonation/start') && started.push(request.url()))

    await test.step('it needs a reason of ten characters', async () => {
      await page.goto(`/admin/dashboard/businesses?lang=${language}`)
      await page.getByRole('searchbox').fill(business.businessName)
      await page
        .getByRole('button', {
          name: new RegExp(`^${words.visit.start}\\s*${filled(words.common.namely, { what: business.businessName })}$`),
        })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.visit.reason).fill('  կարճ   ')
      await dialog.getByRole('button', { name: words.visit.go }).click()
      await expect(dialog.getByRole('alert')).toHaveText(words.visit.reasonLength)
      expect(started).toEqual([])
      await expectNoBarriers(page)
      await dialog.getByLabel(words.visit.reason).fill(REASON)
      await dialog.getByRole('button', { name: words.visit.go }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(page).not.toHaveURL(/admin/)
    })

    await test.step('the banner names business, address, mode and time on top of every page, public ones included (R30, R32)', async () => {
      const quoted = language === 'en' ? `"${business.businessName}"` : `«${business.businessName}»`
      for (const path of ['', '/dashboard', '/', '/businesses', '/about', '/no-such-page']) {
        if (path !== '') await page.goto(path)
        await expect(banner(page)).toContainText(`${quoted} (${business.email})`)
        await expect(banner(page)).toContainText(words.visit.viewing)
        await expect(banner(page)).toContainText(words.visit.left.replace('{{minutes}}', '30'))
        expect((await banner(page).boundingBox())?.y).toBe(0)
      }
      if (language === 'en') await expect(banner(page)).toContainText('You are impersonating')
    })

    await test.step('the business is the current user, and viewing writes nothing (R149, H31)', async () => {
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1, name: business.businessName })).toBeVisible()
      await expectNoBarriers(page)
      await expect(page.getByText(words.visits.viewOnly)).toBeVisible()
      await expect(page.locator('[inert] [name=amountSpent]')).toHaveCount(1)
      const forced = await page.request.post(`/api/business/${business.id}/award-points`, {
        data: { buyerId: buyer.code, amountSpent: 1_000 },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      expect(forced.status()).toBe(403)
      await expect(page.getByRole('button', { name: words.signOut.button })).toHaveCount(0)
      expect((await buyer.get<unknown[]>(`/api/buyer/${buyer.id}/points`)).body).toEqual([])
    })

    await test.step('acting is a second step, and records both identities (H31)', async () => {
      await banner(page).getByRole('button', { name: words.visit.act }).click({ timeout: 5_000 })
      await expect(page.getByRole('alertdialog')).toContainText(REASON)
      await expectNoBarriers(page)
      await page.getByRole('alertdialog').getByRole('button', { name: words.visit.actGo }).click()
      await expect(banner(page)).toContainText(words.visit.acting)
      await award(page, buyer.code, '1000')
      await expect(page.getByTestId('award-result')).toBeVisible()
      await expect
        .poll(
          async () =>
            (
              await cast.pool.query(
                'SELECT actor_id, actor_role, on_behalf_of FROM read.movements WHERE business_id = $1',
                [business.id],
              )
            ).rows,
        )
        .toEqual([{ actor_id: admin.id, actor_role: 'admin', on_behalf_of: business.id }])
      await expect
        .poll(
          async () =>
            (
              await cast.pool.query(
                `SELECT actor_id, on_behalf_of FROM read.business_history WHERE business_id = $1 AND type = 'CallMade'`,
                [business.id],
              )
            ).rows,
        )
        .toEqual([{ actor_id: admin.id, on_behalf_of: business.id }])
      await expectNoBarriers(page)
    })

    await test.step("leaving lands on the administrator's dashboard and says so (R31, R219)", async () => {
      await banner(page).getByRole('button', { name: words.visit.exit }).click()
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
      await expect(page.getByText(words.visit.ended, { exact: true })).toBeVisible()
      await expect(page.getByText(words.visit.endedText)).toBeVisible()
      await expect(banner(page)).toHaveCount(0)
      expect(await (await page.request.get('/api/auth/me')).json()).toMatchObject({ id: admin.id, role: 'admin' })
    })

    await test.step('the owner sees who, when, why, in which mode and what was done', async () => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      await enter(context, business)
      const owner = await context.newPage()
      await expect(async () => {
        await owner.goto(`/dashboard?lang=${language}`)
        await expect(owner.getByTestId('support-visits').getByText(words.visits.running)).toHaveCount(0, {
          timeout: 3_000,
        })
        await expect(owner.getByTestId('support-visit').first()).toBeVisible({ timeout: 3_000 })
      }).toPass()
      const visit = owner.getByTestId('support-visit').first()
      await expect(visit).toContainText(words.visits.admin.replace('{{id}}', String(admin.id)))
      await expect(visit).toContainText(String(new Date().getFullYear()))
      await expect(visit).toContainText(REASON)
      await expect(visit).toContainText(words.visits.act)
      await visit.locator('summary').click()
      await expect(visit).toContainText(words.visitCalls.award_points)
      await expect(visit).toContainText(words.visits.refused_one.replace('{{count}}', '1'))
      await expect(visit).toContainText(buyer.code.slice(2))
      await expect(visit).not.toContainText(admin.email)
      await expectNoBarriers(owner)
      await context.close()
    })
  })
}

test('a visit that expires leads the administrator back and says why (H31)', async ({ page }) => {
  const words = wordsOf('en')
  const [admin, business] = [await cast.admin(), await cast.business()]
  await startVisit(page, admin, business, words, 'en')
  await cast.shortenVisit(admin, 8_000)
  // The API caches a session's record for a second.
  const left = async (): Promise<number> =>
    ((await (await page.request.get('/api/admin/impersonation/status')).json()) as { leftMs?: number }).leftMs ?? 0
  await expect.poll(left).toBeLessThan(10_000)
  await page.goto('/businesses')
  await expect(page).toHaveURL(/\/admin\/dashboard$/, { timeout: 30_000 })
  await expect(page.getByText(words.visit.timeOver)).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})

test('a visit that expires before its page is opened again says so, too', async ({ page }) => {
  const words = wordsOf('en')
  const [admin, business] = [await cast.admin(), await cast.business()]
  await startVisit(page, admin, business, words, 'en')
  await page.goto('about:blank')
  await cast.shortenVisit(admin, -1)
  await expect(async () =>
    expect(await (await page.request.get('/api/admin/impersonation/status')).json()).toEqual({
      isImpersonating: false,
    }),
  ).toPass()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByText(words.visit.ended, { exact: true })).toBeVisible()
})

test('a suspended business can be visited; refusals for its status end neither visit nor session (H29, H31)', async ({
  page,
}) => {
  const words = wordsOf('en')
  const [admin, business, buyer] = [await cast.admin(), await cast.business(), await cast.buyer()]
  await cast.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [business.id])
  await expect.poll(async () => (await business.get('/api/auth/me')).status).not.toBe(200)
  await startVisit(page, admin, business, words, 'en')
  await banner(page).getByRole('button', { name: words.visit.act }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.visit.actGo }).click()
  await expect(banner(page)).toContainText(words.visit.acting)
  await page.getByRole('link', { name: words.travel.toDashboard }).click()
  await award(page, buyer.code, '1000')
  await expect(page.getByText(words.errors.account_suspended)).toBeVisible()
  await expect(banner(page)).toContainText(words.visit.acting)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: business.businessName })).toBeVisible()
  await expect(banner(page)).toBeVisible()
})

test('polls the status every 30 seconds for signed-in users, never for visitors, and not at once after a failure (R205, R222, H32)', async ({
  page,
  context,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/impersonation/status') && asked.push(request.url()))
  await page.clock.install()
  await page.goto('/?lang=en')
  await expect(page.locator('h1')).toBeVisible()
  await page.clock.fastForward(65_000)
  expect(asked).toEqual([])

  await enter(context, await cast.business())
  await page.goto('/dashboard')
  await expect.poll(() => asked.length).toBe(1)
  await expect(page.locator('h1')).toBeVisible()
  // From here on time moves only by the test, starting a little after a tick.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 62_000)
  /** One tick. A pending reply, likely on a busy machine, skips the poll; then the next tick. */
  const tick = async (): Promise<void> => {
    const before = asked.length
    await expect(async () => {
      await page.clock.fastForward(30_000)
      await expect.poll(() => asked.length, { timeout: 4_000 }).toBeGreaterThan(before)
    }).toPass()
  }
  const answered = page.waitForResponse((response) => response.url().endsWith('/impersonation/status'))
  await tick()
  await answered
  const seen = asked.length
  await page.clock.fastForward(20_000)
  await expect(page.locator('h1')).toBeVisible()
  expect(asked).toHaveLength(seen)
  await page.clock.fastForward(11_000)
  await expect.poll(() => asked.length).toBe(seen + 1)

  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/impersonation/status'))
  await page.route('**/impersonation/status', (route) => route.abort())
  await tick()
  await failed
  const before = asked.length
  await page.clock.fastForward(10_000)
  await expect(page.getByText('Connection issue')).toHaveCount(0)
  expect(asked).toHaveLength(before)
})

for (const language of ['am', 'en'] as const) {
  test(`the banner fits a phone without barriers in the dark, which the route walk skips (${language})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    await startVisit(page, await cast.admin(), await cast.business(), wordsOf(language), language)
    for (const path of ['/dashboard', '/']) {
      await page.goto(path)
      await expect(banner(page)).toBeVisible()
      // One line of buttons.
      expect((await banner(page).boundingBox())?.height).toBeLessThanOrEqual(60)
      await expectToFitWithoutBarriers(page)
    }
  })
}
