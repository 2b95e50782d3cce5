import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { LIVE_MOVED, LIVE_READY } from '#contracts/calls/live.ts'
import type { Statement, StatementLine } from '#contracts/calls/statement.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { StatementPage } from './statement-page.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const line: StatementLine = {
  position: '2',
  eventId: 'a',
  type: 'PointsRefunded',
  happenedAt: '2026-11-20T10:00:00Z',
  recordedAt: '2026-11-20T10:00:00Z',
  doneBy: 'yourself',
  perkName: 'Coffee',
  amountAmd: null,
  receipt: null,
  reason: null,
  missing: null,
  awardId: null,
  redemptionId: 'b',
  balanceBefore: '0.0',
  points: '10.0',
  balance: '10.0',
  countedAmd: null,
  leftoverAmd: null,
}
const statement: Statement = {
  business: { id: 8, businessName: 'Café', closed: false, slug: 'cafe' },
  asOf: { position: '2', at: line.recordedAt, lastCheckedAt: null, agrees: null },
  balance: '10.0',
  period: { from: null, to: null, clock: 'recorded' },
  lines: [line],
  next: '1.1',
  sums: {
    opening: '0.0',
    awarded: '0.0',
    returned: '10.0',
    redeemed: '0.0',
    voided: '0.0',
    merged: '0.0',
    forfeited: '0.0',
    closing: '10.0',
    movements: 2,
  },
}

it.each([
  ['am', 'Ավելի վաղ գրառումներ', 'Ավելի վաղ գրառումները չհաջողվեց բեռնել', 'Կապ չկա'],
  ['en', 'Earlier entries', 'Could not load earlier entries', 'You are offline'],
] as const)(
  'reports older movements that failed to load, and keeps the loaded ones (%s)',
  async (language, more, failed, why) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === '/api/live') return new Response('{}', { status: 404 })
      if (path.includes('before=')) throw new TypeError('no network')
      return new Response(JSON.stringify(statement))
    })
    render(
      <MemoryRouter>
        <ReadProvider userId={language === 'am' ? 63 : 64}>
          <StatementPage buyerUserId={7} businessId={8} />
          <Toaster />
        </ReadProvider>
      </MemoryRouter>,
    )
    fireEvent.click(await screen.findByRole('button', { name: more }))
    expect(await screen.findByText(failed)).toBeTruthy()
    expect(document.body.textContent).toContain(why)
    expect(screen.getByTestId('movements').children).toHaveLength(1)
    expect(screen.getByRole('button', { name: more })).toBeTruthy()
  },
)

it("new movements keep the older ones on the page, and another business's movements read nothing", async () => {
  await startAllWords('en')
  const lineAt = (position: number): StatementLine => ({
    ...line,
    position: String(position),
    eventId: String(position),
  })
  const lines = [5, 4, 3, 2, 1].map(lineAt)
  const calls: string[] = []
  const streams: { tell: (event: string, data: object) => void; end: () => void }[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/live') {
      calls.push(path)
      const before = Number(/before=1\.(\d)/.exec(path)?.[1] ?? 10)
      const below = lines.filter(({ position }) => Number(position) < before)
      const page = below.slice(0, Number(/limit=(\d+)/.exec(path)?.[1] ?? 2))
      return new Response(
        JSON.stringify({
          ...statement,
          lines: page,
          next: below.length > page.length ? `1.${page.at(-1)?.position}` : null,
        }),
      )
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const tell = (event: string, data: object): void =>
      void writer.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    streams.push({ tell, end: () => void writer.close() })
    tell(LIVE_READY, { position: '9' })
    return new Response(readable)
  })
  const { unmount } = render(
    <MemoryRouter>
      <ReadProvider userId={65}>
        <StatementPage buyerUserId={7} businessId={8} />
      </ReadProvider>
    </MemoryRouter>,
  )
  const shown = (): number => screen.getByTestId('movements').children.length
  fireEvent.click(await screen.findByRole('button', { name: 'Earlier entries' }))
  await waitFor(() => expect(shown()).toBe(4))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('movements').children[2]))
  expect(calls).toHaveLength(2)

  await act(async () => streams[0]?.tell(LIVE_MOVED, { position: '100', accounts: [{ businessId: 88, buyerId: 7 }] }))
  lines.unshift(lineAt(6))
  await act(async () => streams[0]?.tell(LIVE_MOVED, { position: '101', accounts: [{ businessId: 8, buyerId: 7 }] }))
  await waitFor(() => expect(shown()).toBe(5))
  expect(calls).toHaveLength(3)

  lines.unshift(lineAt(7))
  await act(async () => streams[0]?.end())
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(streams).toHaveLength(2)
  })
  await waitFor(() => expect(shown()).toBe(6))
  expect(calls).toHaveLength(4)
  unmount()
})

it.each([
  ['am', '12 345 գրառում'],
  ['en', '12,345 entries'],
] as const)("writes the number of movements in the reader's format (%s)", async (language, words) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/live'
      ? new Response('{}', { status: 404 })
      : Response.json({ ...statement, next: null, sums: { ...statement.sums, movements: 12_345 } }),
  )
  render(
    <MemoryRouter>
      <ReadProvider userId={language === 'am' ? 67 : 68}>
        <StatementPage buyerUserId={7} businessId={8} />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findByTestId('movements')
  expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
})

it.each([
  ['am', 'Սկսած', 'Մինչև', 'Ուղղեք օրերը, և գրառումները կհայտնվեն այստեղ։'],
  ['en', 'From', 'To', 'Correct the dates and the entries will appear here.'],
] as const)(
  'days in the wrong order keep the balance, explain the missing movements, and offer no file (%s)',
  async (language, from, to, why) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/live' ? new Response('{}', { status: 404 }) : Response.json({ ...statement, next: null }),
    )
    render(
      <MemoryRouter>
        <ReadProvider userId={language === 'am' ? 69 : 70}>
          <StatementPage buyerUserId={7} businessId={8} />
        </ReadProvider>
      </MemoryRouter>,
    )
    await screen.findByTestId('movements')
    expect(screen.getByRole('link', { name: 'PDF' })).toBeDefined()
    fireEvent.change(screen.getByLabelText(from), { target: { value: '2026-11-20' } })
    fireEvent.change(screen.getByLabelText(to), { target: { value: '2026-11-10' } })
    expect(await screen.findByText(why)).toBeDefined()
    expect(screen.getByTestId('statement-balance').textContent).toBe('10')
    expect(screen.queryByRole('link', { name: 'PDF' })).toBeNull()
  },
)

it('marks the chosen preset span, and none for typed days', async () => {
  await startAllWords('en')
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/live' ? new Response('{}', { status: 404 }) : Response.json({ ...statement, next: null }),
  )
  render(
    <MemoryRouter>
      <ReadProvider userId={71}>
        <StatementPage buyerUserId={7} businessId={8} />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findByTestId('movements')
  const pressed = (): string[] =>
    screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(screen.getByRole('group', { name: 'Period' })).toBeTruthy()
  expect(pressed()).toEqual(['All time'])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Last month' })))
  expect(pressed()).toEqual(['Last month'])
  await act(async () => void fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-05' } }))
  expect(pressed()).toEqual([])
})
