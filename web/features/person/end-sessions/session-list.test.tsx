import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SessionEntry } from '#contracts/calls/account/accounts.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SessionList } from './session-list.tsx'

const at = '2026-11-20T10:00:00Z'
const [HERE, PHONE]: SessionEntry[] = [
  { id: 'a'.repeat(64), current: true, device: 'Firefox', signedInAt: at, lastSeenAt: at },
  { id: 'b'.repeat(64), current: false, device: 'Phone', signedInAt: at, lastSeenAt: at },
]

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

it('a session that has ended meanwhile counts as ended, and leaves the list', async () => {
  await startAllWords('en')
  let sessions = [HERE, PHONE]
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json(sessions)
    sessions = [HERE]
    return Response.json({ code: 'not_found', message: 'Not found', requestId: 'r' }, { status: 404 })
  })
  render(
    <ReadProvider userId={71}>
      <SessionList />
      <Toaster />
    </ReadProvider>,
  )
  const button = await screen.findByRole('button', { name: 'Sign out: Phone' })
  await act(async () => button.click())
  expect(await screen.findByText('You are signed out on that device')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull())
  expect(document.activeElement?.tagName).toBe('UL')
})

it.each([
  ['en', 'Unknown device', 'Sign out: Unknown device'],
  ['am', 'Անհայտ սարք', 'Դուրս գալ՝ Անհայտ սարք'],
] as const)('a session of an unidentified device still has a name (%s)', async (language, name, button) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json([HERE, { ...PHONE, device: '' }]))
  render(
    <ReadProvider userId={language === 'am' ? 72 : 73}>
      <SessionList />
    </ReadProvider>,
  )
  expect(await screen.findByText(name)).toBeDefined()
  expect(screen.getByRole('button', { name: button })).toBeDefined()
})
