/** Live updates, also over a broken connection (C15). */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { openDashboard } from '../../../infra/testing/browser/e2e-people.ts'
import { enter, openCast, type Cast } from '../../../infra/testing/browser/e2e-visits.ts'
import { wordsOf } from '../../../infra/testing/browser/e2e-words.ts'

const NBSP = '\u00a0'
const PHONE = { width: 360, height: 760 }

let cast: Cast
test.beforeAll(async () => {
  cast = await openCast()
})
test.afterAll(() => cast.close())

/** A proxy that can be cut: it drops every connection and accepts none until repaired. */
async function openLine(): Promise<{ url: string; cut: () => void; mend: () => void; close: () => void }> {
  const product = new URL(process.env['HATIK_E2E_URL'] ?? '')
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) {
      near.destroy()
      return
    }
    const far = connect(Number(product.port), product.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, product.hostname, resolve))
  const cut = (): void => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://${product.hostname}:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => (whole = true),
    close: () => {
      cut()
      server.close()
    },
  }
}

test('an award made during an outage shows on the open pages of buyer and business without a reload (C15)', async ({
  browser,
}) => {
  const [business, buyer, line] = [await cast.business(), await cast.buyer(), await openLine()]
  const open = async (who: typeof buyer | typeof business) => {
    const context = await browser.newContext({ baseURL: line.url })
    await enter(context, who)
    const page = await context.newPage()
    const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/live')
    await page.goto('/dashboard?lang=en')
    await live
    await page.evaluate(() => void (document.body.dataset['mark'] = 'same page'))
    return page
  }
  const [counter, dashboard] = [await open(business), await open(buyer)]
  const total = dashboard.getByTestId('total-points')
  const issued = counter.locator('dd').nth(1)
  await expect(total).toContainText('0')
  await expect(issued).toHaveText('0')

  const broken = [counter, dashboard].map((page) =>
    page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === '/api/live'),
  )
  line.cut()
  await Promise.all(broken)
  const award = await business.write('POST', `/api/business/${business.id}/award-points`, {
    buyerId: buyer.code,
    amountSpent: 1_500,
  })
  expect(award.status).toBe(200)
  await expect(total).not.toContainText('3')
  line.mend()
  // The pause between attempts grows during the outage.
  await expect(total).toContainText('3', { timeout: 40_000 })
  await expect(dashboard.getByRole('link', { name: /Statement/i }).first()).toBeVisible()
  await expect(issued).toHaveText('3', { timeout: 40_000 })
  for (const page of [counter, dashboard]) {
    await expect(page.locator('body')).toHaveAttribute('data-mark', 'same page')
    await page.context().close()
  }
  line.close()
})

for (const [language, words] of [
  ['am', '+3 միավոր՝'],
  ['en', '+3 points from'],
] as const) {
  test(`a buyer who holds up the code sees arriving points in front of it (${language}) (C15)`, async ({
    page,
    context,
  }) => {
    const [business, buyer] = [await cast.business(), await cast.buyer()]
    await enter(context, buyer)
    const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/live')
    await page.goto(`/dashboard?lang=${language}`)
    await live
    await page
      .getByRole('region', { name: wordsOf(language).buyerCard.title })
      .getByRole('button')
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await business.write('POST', `/api/business/${business.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 1_500,
    })
    await expect(page.locator('[data-sonner-toast]')).toContainText(`${words} ${business.businessName}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('arrivals')).toContainText(words)
  })
}

for (const language of ['am', 'en'] as const) {
  test(`an award and its correction show by themselves on the buyer's open page and at the other till (${language}) (C15)`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language)
    // Returns once the live stream is open.
    const buyer = await openDashboard(
      browser,
      baseURL,
      language === 'am' ? 'davit@hatik.test' : 'ani@hatik.test',
      language,
      PHONE,
    )
    await expect(buyer.getByTestId('total-points')).toBeVisible()
    const [till, other] = [
      await openDashboard(browser, baseURL, 'cafe@hatik.test', language),
      await openDashboard(browser, baseURL, 'cafe@hatik.test', language),
    ]
    const shownCode = (await buyer.getByTestId('buyer-code').textContent()) ?? ''
    const code = shownCode.replace(NBSP, '')
    const issued = other.locator('dd').nth(1)
    const before = await issued.textContent()
    await till.locator('input[name=buyerId]').fill(code)
    await till.locator('input[name=amountSpent]').fill('1500')
    await till.keyboard.press('Enter')
    await expect(till.getByTestId('award-result')).toBeVisible()
    await expect(buyer.getByTestId('arrivals')).toContainText(
      words.live.arrived_other.split('{{name}}')[0]?.replace('{{points}}', '3').trim() ?? '',
    )
    await expect(issued).not.toHaveText(before ?? '')

    const correct = new RegExp(`^${words.recent.correctFor.split('{{')[0]}`)
    // The same test in the other language awards at this business, too.
    const lines = till.getByTestId('recent-awards').getByRole('listitem')
    const own = lines.filter({ hasText: shownCode, hasNotText: words.correct.reasonAmount })
    await own.getByRole('button', { name: correct }).first().click()
    await till.getByLabel(words.correct.amount, { exact: true }).fill('500')
    await till.getByRole('button', { name: words.correct.reasonAmount }).click()
    await till.getByRole('dialog').getByRole('button', { name: words.correct.go, exact: true }).click()
    await expect(buyer.getByTestId('arrivals')).toContainText('−2')
    await expect(buyer.getByTestId('arrivals').getByRole('link')).toHaveAttribute('href', /^\/statement\/\d+$/)
    await Promise.all([buyer, till, other].map((page) => page.context().close()))
  })
}
