/** The server's head in a real browser: the policy lets the structured data stand, and the app's own head takes the place of the server's. */
import { expect, test } from '../../infra/quality/e2e.ts'

for (const language of ['hy', 'en'] as const) {
  test(`the page of a business has one head, before and after the app has started (${language}, R22, R118)`, async ({ page, request }) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
    })
    const address = `/business/kofe-tun?lang=${language}`
    const sent = await (await request.get(address)).text()
    await page.goto(address)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('[data-server-head]')).toHaveCount(0)
    for (const one of ['title', 'meta[name=description]', 'link[rel=canonical]', 'meta[property="og:image"]']) await expect(page.locator(`head ${one}`)).toHaveCount(1)
    await expect(page.locator('head link[rel=alternate]')).toHaveCount(3)
    await expect(page.locator('head link[rel=manifest]')).toHaveCount(1)
    expect(sent).toContain(`>${await page.title()}</title>`)
    expect(sent).toContain(`href="${await page.locator('link[rel=canonical]').getAttribute('href')}"`)
    const data = JSON.parse((await page.locator('#structured-data').textContent()) ?? '') as Record<string, unknown>
    expect(data).toMatchObject({ '@type': 'LocalBusiness', name: 'Կոֆե Տուն' })
    expect(refused).toEqual([])
  })
}
