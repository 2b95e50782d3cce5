import type { CDPSession, Page } from '@playwright/test'
import type { Language } from '#contracts/calls/account/session.ts'
import { expectNoBarriers } from '../../../infra/testing/browser/barriers.ts'
import { expect, test } from '../../../infra/testing/browser/e2e.ts'
import { enterPassword } from '../../../infra/testing/browser/e2e-confirm.ts'
import { newAddress, newBuyer, signIn } from '../../../infra/testing/browser/e2e-people.ts'
import { filled, wordsOf, type Words } from '../../../infra/testing/browser/e2e-words.ts'

const PASSWORD = 'Correct-horse-1'
const LANGUAGES: readonly Language[] = ['am', 'en']

/** A phone's screen lock that always says yes, until `setVerified` says otherwise. */
async function withDevice(page: Page): Promise<{ setVerified: (isVerified: boolean) => Promise<void> }> {
  const client: CDPSession = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/auth/logout', { headers: { origin: new URL(page.url()).origin } })
}

const byPasskey = (page: Page, words: Words) => page.getByRole('button', { name: words.signIn.passkey })

for (const language of LANGUAGES) {
  const words = wordsOf(language)

  test(`a passkey is added, named, signs in without a password, and no longer does once removed (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const email = newAddress('nare')
    await newBuyer({ email, password: PASSWORD, language })
    const device = await withDevice(page)
    await signIn(page, email, PASSWORD, language)
    await expect(page.getByTestId('buyer-code')).toBeVisible()

    await test.step('added, after the password, and named', async () => {
      await page.goto('/edit-profile')
      await expect(page.getByText(words.passkeys.none)).toBeVisible()
      await page.getByRole('button', { name: words.passkeys.add, exact: true }).click()
      await enterPassword(page, words)
      const naming = page.getByRole('dialog', { name: words.passkeys.nameTitle })
      await expect(naming).toBeVisible()
      await expectNoBarriers(page)
      await naming.locator('[name=name]').fill('Նարեի հեռախոս')
      await page.keyboard.press('Enter')
      await expect(naming).toHaveCount(0)
      await expect(page.getByText('Նարեի հեռախոս')).toBeVisible()
      await expect(page.getByText(words.passkeys.neverUsed)).toBeVisible()
      await expectNoBarriers(page)
    })

    await test.step('the same device makes no second one', async () => {
      await page.getByRole('button', { name: words.passkeys.add, exact: true }).click()
      await expect(page.getByText(words.passkeys.known)).toBeVisible()
    })

    await test.step('signs in without a password', async () => {
      await signOut(page)
      await page.goto(`/auth?lang=${language}`)
      await expectNoBarriers(page)
      await byPasskey(page, words).click()
      await expect(page.getByTestId('buyer-code')).toBeVisible()
      await page.goto('/edit-profile')
      await expect(page.getByText(words.passkeys.lastUsed.split('{{')[0]!.trim())).toBeVisible()
      await expect(page.getByText(words.passkeys.neverUsed)).toHaveCount(0)
    })

    await test.step('without the screen lock nothing happens, and the page says so', async () => {
      await signOut(page)
      await device.setVerified(false)
      await page.goto(`/auth?lang=${language}`)
      await byPasskey(page, words).click()
      await expect(page.getByText(words.signIn.passkeyStopped)).toBeVisible()
      await device.setVerified(true)
    })

    await test.step('removed, after the password, and refused from then on', async () => {
      await byPasskey(page, words).click()
      await expect(page.getByTestId('buyer-code')).toBeVisible()
      await page.goto('/edit-profile')
      await page.getByRole('button', { name: filled(words.passkeys.removeFor, { name: 'Նարեի հեռախոս' }) }).click()
      await page.getByRole('button', { name: words.passkeys.removeGo }).click()
      await enterPassword(page, words)
      await expect(page.getByText(words.passkeys.none)).toBeVisible()
      await signOut(page)
      await page.goto(`/auth?lang=${language}`)
      await byPasskey(page, words).click()
      await expect(page.getByText(words.signIn.passkeyRefused)).toBeVisible()
      await expect(page.locator('[name=password]')).toBeFocused()
    })
  })
}
