import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Link, MemoryRouter, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountReplay, AdminBusiness, AdminUsers } from '#contracts/calls/staff/admin.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { AccountReplayPage } from './account-replay-page.tsx'

beforeEach(() => startAllWords('en'))
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

it('the previous account disappears while the next one is read', async () => {
  let answer = (_reply: Response): void => undefined
  vi.stubGlobal('fetch', (path: string) =>
    path.endsWith('/replay')
      ? new Promise<Response>((resolve) => (answer = resolve))
      : Promise.resolve(new Response('{}', { status: 404 })),
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

const AT = '2026-01-05T05:05:00.000Z'
const businessOf = (id: number): AdminBusiness => ({
  id,
  businessName: `Café ${id}`,
  slug: `cafe-${id}`,
  status: 'active',
  plan: 'starter',
  billingCycle: 'monthly',
  trialEndDate: null,
  subscriptionEndDate: null,
  industry: 'Restaurant',
  createdAt: AT,
  owner: {
    firstName: 'Ani',
    lastName: 'K',
    email: `ani${id}@hatik.test`,
    phone: null,
    legalStatus: 'llc',
    taxId: null,
    emailVerified: true,
    hasIdDocument: false,
  },
})
const BUYER: AdminUsers['users'][number] = {
  id: 2001,
  role: 'buyer',
  firstName: 'Ani',
  lastName: 'K',
  email: 'ani@hatik.test',
  phone: null,
  buyerId: 'AN1234',
  emailVerified: true,
  language: 'en',
  createdAt: AT,
}

it('a keyboard search keeps the focus in the form and the typed code; the business follows the address', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/replay')) return Response.json(replayOf(2001))
    if (path.startsWith('/api/admin/users')) return Response.json({ users: [BUYER], next: null })
    return path.startsWith('/api/admin/businesses?')
      ? Response.json({ businesses: [businessOf(7), businessOf(8)], next: null })
      : new Response('{}', { status: 404 })
  })
  render(
    <ReadProvider userId={1}>
      <MemoryRouter initialEntries={['/']}>
        <AccountReplayPage />
      </MemoryRouter>
    </ReadProvider>,
  )
  const [code, business] = screen.getAllByRole<HTMLInputElement>('textbox') as [HTMLInputElement, HTMLInputElement]
  fireEvent.change(code, { target: { value: 'an 1234' } })
  fireEvent.change(business, { target: { value: '8' } })
  business.focus()
  fireEvent.submit(business.form!)
  await screen.findByText(/2001/)
  expect([document.activeElement === business, business.value, code.value]).toEqual([true, '8', 'an 1234'])

  fireEvent.change(business, { target: { value: 'Café' } })
  fireEvent.submit(business.form!)
  const offered = await screen.findByRole('button', { name: 'Café 7' })
  offered.focus()
  await act(async () => offered.click())
  await waitFor(() => expect(business.value).toBe('7'))
  expect([offered.isConnected, document.activeElement?.getAttribute('type'), code.value]).toEqual([
    false,
    'submit',
    'an 1234',
  ])
})

it("going back clears the code of another buyer's account", async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/replay')) return Response.json(replayOf(Number(path.split('/').at(-2))))
    return path.startsWith('/api/admin/users')
      ? Response.json({ users: [BUYER], next: null })
      : new Response('{}', { status: 404 })
  })
  const Back = () => {
    const navigate = useNavigate()
    return <button onClick={() => void navigate(-1)}>Back</button>
  }
  render(
    <ReadProvider userId={1}>
      <MemoryRouter initialEntries={['/?business=7&buyer=2002']}>
        <AccountReplayPage />
        <Back />
      </MemoryRouter>
    </ReadProvider>,
  )
  const [code, business] = screen.getAllByRole<HTMLInputElement>('textbox') as [HTMLInputElement, HTMLInputElement]
  for (const asked of ['8', '7']) {
    fireEvent.change(code, { target: { value: 'an 1234' } })
    fireEvent.change(business, { target: { value: asked } })
    fireEvent.submit(business.form!)
    await screen.findByText(/2001/)
    expect([code.value, business.value]).toEqual(['an 1234', asked])
    await act(async () => screen.getByText('Back').click())
    await screen.findByText(/2002/)
    expect([code.value, business.value]).toEqual(['', '7'])
  }
})

it('events are rows of one table, in which each value that differs is marked, and the first difference named', async () => {
  const step = { type: 'PointsAwarded', recordedAt: AT, points: '5.0', balance: '5.0', agrees: true }
  const line = { points: '5.0', balance: '5.0', type: 'PointsAwarded' }
  const replay: AccountReplay = {
    ...replayOf(2001),
    agrees: false,
    first: 1,
    steps: [
      { ...step, revision: 0, position: '10', eventId: 'a', line },
      { ...step, revision: 1, position: '11', eventId: 'b', balance: '10.0', line, agrees: false },
      { ...step, revision: 2, position: '12', eventId: 'c', line: null, agrees: false },
      { ...step, revision: 3, position: '13', eventId: 'd', type: 'RedemptionUsed', points: '0.0', line: null },
    ],
  }
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/replay') ? Response.json(replay) : new Response('{}', { status: 404 }),
  )
  render(
    <ReadProvider userId={1}>
      <MemoryRouter initialEntries={['/?business=7&buyer=2001']}>
        <AccountReplayPage />
      </MemoryRouter>
    </ReadProvider>,
  )
  const table = await screen.findByRole('table', { name: 'Event by event' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.querySelectorAll('mark')].map((mark) => mark.textContent))).toEqual([
    [],
    ['5'],
    ['No entry'],
    [],
  ])
  expect(rows.map((row) => row.textContent.includes('First difference'))).toEqual([false, true, false, false])
  expect(rows[3]?.textContent).toContain('Does not change the balance')
})
