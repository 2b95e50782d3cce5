/** Covers H30. */
import type { Page } from '@playwright/test'
import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { beginVisit, enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'
import { LOOKS } from '../../../infra/testing/browser/looks.ts'
import { formatInteger, formatPoints, toTenths } from '#web/lib/words/format.ts'

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

interface Said {
  stats: { totalBuyers: number; totalPointsIssued: number; monthlyPoints: number }
  transactions: number
  /** The first buyer's points here. */
  points: string
  position: string
}
interface Past {
  business: Person & { businessName: string; perkIds: number[] }
  first: Person & { code: string }
  said: Said[]
  /** Awards to the first buyer again; returns both sides' replies. */
  goOn: () => Promise<Said>
}

/** Four events, each with the replies of that time. */
async function livePast(): Promise<Past> {
  const business = await cast.business(['2.0'])
  const [first, second] = [await cast.buyer(), await cast.buyer()]
  const said: Said[] = []
  const note = async (answer: { status: number; token: string | null }): Promise<Said> => {
    expect(answer.status).toBe(200)
    business.sees(answer.token)
    first.sees(answer.token)
    const stats = (await business.get<Said['stats']>(`/api/business/${business.id}/stats`)).body
    const transactions = (
      await business.get<{ currentTransactionCount: number }>(`/api/business/${business.id}/subscription`)
    ).body.currentTransactionCount
    const own = (await first.get<{ points: string; business: { id: number } }[]>(`/api/buyer/${first.id}/points`)).body
    const now: Said = {
      stats,
      transactions,
      points: own.find((account) => account.business.id === business.id)?.points ?? '',
      position: answer.token ?? '',
    }
    said.push(now)
    return now
  }
  const award = (code: string, amountSpent: number) =>
    business.write('POST', `/api/business/${business.id}/award-points`, { buyerId: code, amountSpent })
  await note(await award(first.code, 1_250))
  await note(await award(second.code, 5_000))
  await note(await first.write('POST', `/api/buyer/${first.id}/redeem`, { perkId: business.perkIds[0] }))
  await note(await award(first.code, 600))
  return { business, first, said, goOn: async () => note(await award(first.code, 700)) }
}

async function visit(page: Page, admin: Person, path: string, words: Words): Promise<void> {
  await enter(page.context(), admin)
  await page.goto(path)
  await beginVisit(page, words, 'a customer misses points of last week')
  await expect(page.getByRole('slider')).toBeVisible()
}

async function expectFigures(page: Page, { stats, transactions }: Said, language: Language): Promise<void> {
  const figure = (name: string) => page.getByTestId(`then-${name}`)
  await expect(figure('totalBuyers')).toHaveText(formatInteger(stats.totalBuyers, language))
  await expect(figure('totalPointsIssued')).toHaveText(formatPoints(toTenths(stats.totalPointsIssued), language))
  await expect(figure('monthlyPoints')).toHaveText(formatPoints(toTenths(stats.monthlyPoints), language))
  await expect(figure('currentTransactionCount')).toHaveText(formatInteger(transactions, language))
}

for (const language of ['am', 'en'] as const) {
  test(`the slider moves by event with the keyboard, and shows the dashboard as it was (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow()
    const words = wordsOf(language)
    const { business, first, said, goOn } = await livePast()
    const [begin, second, redeemed, last] = said as [Said, Said, Said, Said]
    await visit(page, await cast.admin(), `/time-travel/${business.id}?lang=${language}`, words)
    const slider = page.getByRole('slider')
    const address = (): URL => new URL(page.url())
    await expectFigures(page, last, language)
    await expect(page.getByTestId('shown-moment')).toHaveCount(0)

    await test.step('Home is the first event, the right arrow the next, the left arrow the previous', async () => {
      await slider.press('Home')
      await expect.poll(() => address().searchParams.get('position')).toBe(begin.position)
      await expectFigures(page, begin, language)
      await slider.press('ArrowRight')
      await expect.poll(() => address().searchParams.get('position')).toBe(second.position)
      await expectFigures(page, second, language)
      await slider.press('ArrowLeft')
      await expectFigures(page, begin, language)
      await expect(slider).toBeFocused()
      await slider.press('ArrowLeft')
      await expect(page.getByText(words.travel.noEarlier)).toBeVisible()
      await expectFigures(page, begin, language)
    })

    await test.step('the banner names the moment, and says that it is read-only', async () => {
      const [before = '', after = ''] = words.visit.asOf.split('{{moment}}')
      await expect(page.getByTestId('shown-moment')).toContainText(String(new Date().getFullYear()))
      if (before.trim() !== '') await expect(page.getByTestId('shown-moment')).toContainText(before.trim())
      await expect(page.getByTestId('shown-moment')).toContainText(after.trim())
    })

    await test.step('a step forward shows the change and its reason', async () => {
      await page.getByRole('button', { name: words.travel.forward }).click()
      await expect(page.getByTestId('step-event')).toContainText(words.travelEvents.PointsAwarded)
      const row = (name: string) => page.getByTestId('step-changes').getByRole('row').filter({ hasText: name })
      await expect(row(words.travelFigures.totalBuyers).getByRole('cell').nth(1)).toHaveText('1')
      await expect(row(words.travelFigures.totalBuyers).getByRole('cell').nth(2)).toHaveText('2')
      await expect(row(words.travelFigures.totalPointsIssued).getByRole('cell').nth(2)).toHaveText(
        formatPoints(toTenths(second.stats.totalPointsIssued), language),
      )
      await expect(row(words.travelFigures.status)).toHaveCount(0)
      await expect(page.getByTestId('step-why')).toContainText(/5[\u00a0,]000/)

      await page.getByRole('button', { name: words.travel.forward }).click()
      await expect(page.getByTestId('step-event')).toContainText(words.travelEvents.PerkRedeemed)
      await expect(row(words.travelFigures.pendingRedemptions).getByRole('cell').nth(2)).toHaveText('1')
      await expect(page.getByTestId('step-why')).toContainText('Perk for 2.0')
      await expectFigures(page, redeemed, language)
    })

    await test.step("a buyer's account shows as it was", async () => {
      const code = `${first.code.slice(0, 2)}\u00a0${first.code.slice(2)}`
      await page.getByRole('table', { name: words.travel.buyers }).getByRole('button', { name: code }).click()
      await expect(page.getByTestId('balance-then')).toHaveText(formatPoints(toTenths(redeemed.points), language))
      await expect(
        page.getByTestId('account-then').getByRole('table', { name: words.travel.movements }).getByRole('row'),
      ).toHaveCount(3)
      const wide = page.viewportSize()
      await page.setViewportSize({ width: 360, height: 740 })
      const heading = await page.getByTestId('account-then').getByRole('heading', { name: code }).boundingBox()
      const cross = await page.getByRole('button', { name: words.travel.closeAccount }).boundingBox()
      expect(cross?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0))
      await page.setViewportSize(wide ?? { width: 1280, height: 720 })
      await page.getByRole('button', { name: words.travel.back }).click()
      await expect(page.getByTestId('balance-then')).toHaveText(formatPoints(toTenths(begin.points), language))
      await expectNoBarriers(page)
    })

    await test.step('an exact date and time: the day before had nothing, and nonsense is refused', async () => {
      const field = page.getByLabel(words.travel.exact)
      await field.fill('2020-01-02T03:04:05')
      await page.getByRole('button', { name: words.travel.show }).click()
      await expect(page.getByTestId('then-totalBuyers')).toHaveText('0')
      await expect(page.getByText(words.travel.beforeFirst)).toBeVisible()
      await expect(page.getByText(words.travel.noAccount)).toBeVisible()
      expect(address().searchParams.get('at')).toBe('2020-01-01T23:04:05.999Z')
      await expect(field).toHaveValue('2020-01-02T03:04:05')
      await field.fill('')
      await page.getByRole('button', { name: words.travel.show }).click()
      await expect(page.getByRole('alert').filter({ hasText: words.travel.exactWrong })).toBeVisible()
      await page.getByRole('button', { name: words.travel.closeAccount }).click()
    })

    await test.step('End is the present with everything new, even if it is shown already', async () => {
      for (const _ of ['from the past', 'from the present']) {
        const now = await goOn()
        await page.getByRole('slider').press('End')
        await expectFigures(page, now, language)
        expect(address().search).toBe('')
      }
    })

    await test.step('the line can be dragged', async () => {
      await page.getByRole('slider').fill('0')
      await expect.poll(() => address().searchParams.has('at')).toBe(true)
      await expectFigures(page, begin, language)
    })

    await test.step('a shared address: another administrator starts his own visit and lands at that moment', async () => {
      await page.getByRole('slider').press('Home')
      await page.getByRole('button', { name: words.travel.forward }).click()
      await expectFigures(page, second, language)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: words.travel.share }).click()
      await expect(page.getByText(words.travel.shared, { exact: true })).toBeVisible()
      const shared = await page.evaluate(() => navigator.clipboard.readText())
      expect(new URL(shared).searchParams.get('position')).toBe(second.position)

      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      const other = await context.newPage()
      await other.goto(`/auth?lang=${language}`)
      await visit(other, await cast.admin(), shared, words)
      expect(new URL(other.url()).searchParams.get('position')).toBe(second.position)
      await expectFigures(other, second, language)
      await expect(other.getByTestId('shown-moment')).toBeVisible()
      await context.close()
    })
  })
}

/** Waits until the read models have all the business's events; returns the perk events' positions. */
async function perkEvents(business: Person): Promise<string[]> {
  return waitUntil('the events of the perks are in the read models', async () => {
    const { rows } = await cast.pool.query<{ position: string | null }>(
      `SELECT history.position::text AS position FROM event_outbox LEFT JOIN read.business_history AS history USING (event_id)
       WHERE event_outbox.stream = 'business-' || $1 AND event_outbox.type LIKE 'Perk%' ORDER BY event_outbox.revision`,
      [business.id],
    )
    return rows.every(({ position }) => position !== null) && rows.map(({ position }) => String(position))
  })
}

for (const language of ['am', 'en'] as const) {
  test(`a perk changed and deleted since shows in the past as it was (${language})`, async ({ page }) => {
    test.slow()
    const words = wordsOf(language)
    const { business, said } = await livePast()
    const path = `/api/business/${business.id}/perks`
    expect((await business.write('POST', path, { name: 'Գաթա', description: 'Տաք', pointsRequired: 4 })).status).toBe(
      201,
    )
    expect(
      (
        await business.write('PUT', `${path}/${business.perkIds[0]}`, {
          name: 'Սուրճ',
          description: 'Ավազի վրա',
          pointsRequired: 3.5,
        })
      ).status,
    ).toBe(200)
    expect((await business.write('DELETE', `${path}/${business.perkIds[0]}`)).status).toBe(200)
    const [added = ''] = await perkEvents(business)
    await visit(
      page,
      await cast.admin(),
      `/time-travel/${business.id}?lang=${language}&position=${said[0]?.position}`,
      words,
    )
    const offered = page.getByRole('table', { name: words.travel.perks }).getByRole('rowgroup').last().getByRole('row')

    await expect(offered).toHaveText([/Perk for 2\.0/])
    await expect(page.getByText(words.travel.profileText)).toBeVisible()
    await page.goto(`/time-travel/${business.id}?position=${added}`)
    await expect(page.getByTestId('step-event')).toContainText(words.travelEvents.PerkAdded)
    await expect(page.getByTestId('step-changes')).toContainText(words.travelFigures.perks)
    await expect(offered).toHaveText([/Perk for 2\.0.*2/, /Գաթա.*4/])

    const forward = page.getByRole('button', { name: words.travel.forward })
    await forward.click()
    await expect(page.getByTestId('step-event')).toContainText(words.travelEvents.PerkChanged)
    await expect(offered).toHaveText([/Սուրճ.*Ավազի վրա.*3.5/, /Գաթա/])
    await expect(page.getByTestId('step-why')).toContainText(words.travelFacts.fromCostTenths)
    await expect(page.getByTestId('step-why')).toContainText('Perk for 2.0')
    await forward.click()
    await expect(page.getByTestId('step-event')).toContainText(words.travelEvents.PerkDeleted)
    await expect(offered).toHaveText([/Գաթա/])
    await expectNoBarriers(page)
    await page.getByLabel(words.travel.exact).fill('2020-01-02T03:04:05')
    await page.getByRole('button', { name: words.travel.show }).click()
    await expect(page.getByText(words.travel.noPerks)).toBeVisible()
  })
}

test("only an administrator on a visit sees a business's past", async ({ page, browser, baseURL }) => {
  const words = wordsOf('en')
  const [business, bakery, buyer] = [await cast.business(), await cast.business(), await cast.buyer()]
  for (const who of [business, buyer]) {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    await enter(context, who)
    const theirs = await context.newPage()
    await theirs.goto(`/time-travel/${business.id}?lang=en`)
    await expect(theirs.getByRole('heading', { name: words.notFound.title })).toBeVisible()
    expect((await theirs.request.get(`/api/admin/time-travel/${business.id}`)).status()).toBe(403)
    await context.close()
  }
  await page.goto(`/time-travel/${business.id}?lang=en`)
  await expect(page.getByRole('heading', { name: words.admin.signInTitle })).toBeVisible()
  await visit(page, await cast.admin(), `/time-travel/${business.id}`, words)
  await expect(page.getByText(words.travel.beforeFirst).or(page.getByTestId('step-event'))).toBeVisible()
  await page.goto(`/time-travel/${bakery.id}`)
  await expect(page.getByRole('heading', { name: words.travel.otherTitle })).toBeVisible()
  await page.goto('/time-travel/x')
  await expect(page.getByRole('heading', { name: words.notFound.title })).toBeVisible()
})

for (const language of ['am', 'en'] as const) {
  const { colorScheme } = LOOKS[language]
  test(`time travel has no barriers and fits a narrow screen (${language}, ${colorScheme})`, async ({ page }) => {
    const { business, first, said } = await livePast()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`/auth?lang=${language}`)
    await visit(
      page,
      await cast.admin(),
      `/time-travel/${business.id}?position=${said[2]?.position}&buyer=${first.id}`,
      wordsOf(language),
    )
    await expect(page.getByTestId('balance-then')).toBeVisible()
    await expect(page.getByTestId('step-why')).toBeVisible()
    await expectNoBarriers(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    // The bar stays below the banner.
    await page.getByTestId('step-why').evaluate((element) => element.scrollIntoView({ block: 'start' }))
    const [bar, banner] = [page.getByTestId('step-bar'), page.getByTestId('visit-banner')]
    await expect(bar).toBeInViewport({ ratio: 1 })
    const [above, below] = [await banner.boundingBox(), await bar.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1)
  })
}
