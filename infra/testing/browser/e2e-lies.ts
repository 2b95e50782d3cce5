/** Changes server responses for browser tests. */
import type { Page } from '@playwright/test'

/** Changes later responses by `change`. The page may leave first, which is ignored. */
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
