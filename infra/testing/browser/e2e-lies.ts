/** For browser tests of what a page makes of a server that says something else than ours. */
import type { Page } from '@playwright/test'

/** From now on the server's answer is another one. `change` makes it so. The page may leave before it comes: then nobody wants it. */
export async function lie<T>(page: Page, address: string, change: (answer: T) => void): Promise<void> {
  await page.route(address, async (route) => {
    try {
      const response = await route.fetch()
      const answer = (await response.json()) as T
      change(answer)
      await route.fulfill({ response, json: answer })
    } catch {
      await route.abort().catch(() => undefined)
    }
  })
}
