import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { setUser } from '#web/lib/session/session.ts'
import { pageStore, type WaitingAward } from '#web/lib/outbox/waiting-store.ts'
import SignOutDialog from './sign-out-dialog.tsx'

afterEach(cleanup)
afterEach(() => setUser(null))

const CAFE: SessionUser = {
  id: 7,
  buyerId: null,
  firstName: 'Café',
  lastName: '',
  email: 'cafe@hatik.test',
  phone: null,
  role: 'business',
  language: 'en',
}
const award = (key: string, more: Partial<WaitingAward> = {}): WaitingAward => ({
  key,
  businessId: CAFE.id,
  body: { buyerId: 'AN1234', amountSpent: 500 },
  madeAtMs: 0,
  refusal: null,
  ...more,
})

afterEach(() => vi.restoreAllMocks())

it.each([
  ['en', '2 awards have not been sent yet.'],
  ['am', '2 շնորհում դեռ չի ուղարկվել։'],
] as const)("signing out warns of the user's own waiting awards only (%s, R25)", async (language, words) => {
  await startAllWords(language)
  setUser(CAFE)
  vi.spyOn(pageStore, 'isKept').mockReturnValue(true)
  const refused = award('d', { refusal: { code: 'buyer_not_found', message: '' } })
  const dialog = (id: number) => (
    <ReadProvider key={id} userId={id}>
      <SignOutDialog open onStay={() => undefined} onDone={() => undefined} />
    </ReadProvider>
  )
  for (const one of [award('a'), award('b'), award('c', { businessId: 8 }), refused]) await pageStore.put(one)
  const { rerender } = render(dialog(CAFE.id))
  await expect.poll(() => screen.getByRole('alertdialog').textContent).toContain(words)

  for (const key of ['a', 'b']) await pageStore.remove(key)
  rerender(dialog(0))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByRole('alertdialog').textContent).not.toContain(words.slice(2))
})

it("signing out warns that awards in this page's memory alone will be lost", async () => {
  await startAllWords('en')
  setUser(CAFE)
  await pageStore.put(award('a'))
  render(
    <ReadProvider userId={CAFE.id}>
      <SignOutDialog open onStay={() => undefined} onDone={() => undefined} />
    </ReadProvider>,
  )
  await expect
    .poll(() => screen.getByRole('alertdialog').textContent)
    .toContain('1 award has not been sent yet, and this browser cannot store it.')
  await pageStore.remove('a')
})

it('signing out offline takes effect here at once, and on the server when online again', async () => {
  await startAllWords('en')
  setUser(CAFE)
  let isOnline = false
  const ended: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    ended.push(path)
    return Response.json({})
  })
  render(
    <ReadProvider userId={CAFE.id}>
      <SignOutDialog open onStay={() => undefined} onDone={() => undefined} />
    </ReadProvider>,
  )
  screen.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => localStorage.getItem('hatik.user'), { timeout: 5_000 }).toBeNull()
  expect(localStorage.getItem('hatik.leaving')).toBe('yes')
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => ended).toEqual(['/api/auth/logout'])
  await expect.poll(() => localStorage.getItem('hatik.leaving')).toBeNull()
  vi.unstubAllGlobals()
})
