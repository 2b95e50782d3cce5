import { expect, type Page } from '@playwright/test'
import type { Words } from './e2e-words.ts'
import { PASSWORD } from '../servers/test-product.ts'

/** Types the password in the confirmation dialog. */
export async function enterPassword(page: Page, words: Words, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words.confirmAct.title })
  await dialog.locator('[name=password]').fill(password)
  await dialog.getByRole('button', { name: words.confirmAct.go }).click()
  await expect(dialog).toHaveCount(0)
}
