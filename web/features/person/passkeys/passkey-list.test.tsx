import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PasskeyEntry } from '#contracts/calls/account/passkeys.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { PasskeyList } from './passkey-list.tsx'

const PHONE: PasskeyEntry = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Phone',
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: null,
}

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

function show(userId: number): void {
  render(
    <ReadProvider userId={userId}>
      <PasskeyList />
      <Toaster />
    </ReadProvider>,
  )
}

it.each([
  ['en', 'You have no passkeys yet.', 'This browser does not support passkeys.'],
  ['am', 'Դեռ մուտքի բանալի չունեք։', 'Այս դիտարկիչը չի աջակցում մուտքի բանալիներին։'],
] as const)('a browser without passkeys offers none to add, and says why (%s)', async (language, none, why) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json([]))
  show(language === 'am' ? 92 : 93)
  expect(await screen.findByText(none)).toBeDefined()
  expect(screen.getByText(why)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a passkey that was removed meanwhile counts as removed, and leaves the list', async () => {
  await startAllWords('en')
  let passkeys = [PHONE]
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json(passkeys)
    passkeys = []
    return Response.json({ code: 'not_found', message: 'Not found', requestId: 'r' }, { status: 404 })
  })
  show(94)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: Phone' }))
  const go = await screen.findByRole('button', { name: 'Remove passkey' })
  await act(async () => go.click())
  expect(await screen.findByText('Passkey removed')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull())
})
