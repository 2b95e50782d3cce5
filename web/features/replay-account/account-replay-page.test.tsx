import { act, cleanup, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountReplay } from '#contracts/admin.ts'
import { startWords } from '#web/lib/i18n.ts'
import { dropReadCache } from '#web/lib/read-cache.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { AccountReplayPage } from './account-replay-page.tsx'

beforeEach(() => startWords('en'))
afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const replayOf = (buyerId: number): AccountReplay => ({
  businessId: 7,
  buyer: { id: buyerId, buyerId: `AAAA${buyerId}` },
  steps: [],
  fold: { balance: '0.0', closed: false, events: 0 },
  row: null,
  extraLines: [],
  redemptions: [],
  first: null,
  agrees: true,
  asOf: null,
})

it('the account before does not stand there while the next one is read', async () => {
  let answer = (_reply: Response): void => undefined
  vi.stubGlobal('fetch', (path: string) =>
    path.endsWith('/replay') ? new Promise<Response>((resolve) => (answer = resolve)) : Promise.resolve(new Response('{}', { status: 404 })),
  )
  render(
    <ReadProvider userId={1}>
      <MemoryRouter initialEntries={['/?business=7&buyer=2001']}>
        <AccountReplayPage />
        <Link to="/?business=7&buyer=2002">The next one</Link>
      </MemoryRouter>
    </ReadProvider>,
  )
  await act(async () => answer(Response.json(replayOf(2001))))
  await screen.findByText(/2001/)
  await act(async () => screen.getByText('The next one').click())
  expect(screen.queryByText(/2001/)).toBeNull()
  await act(async () => answer(Response.json(replayOf(2002))))
  await screen.findByText(/2002/)
})
