import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { SupportVisit, SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SupportVisitList } from './support-visits.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const visitFor = (reason: string): SupportVisit => ({
  visitId: crypto.randomUUID(),
  business: { id: 7, businessName: 'Café', closed: false },
  adminId: 1,
  reason,
  startedAt: '2026-01-05T05:05:00.000Z',
  endedAt: '2026-01-05T05:15:00.000Z',
  ended: 'exited',
  mode: 'view',
  actingSince: null,
  refusedCalls: [],
  calls: [],
  done: [],
})

/** Renders the list; the returned function answers its latest request. */
function list(): (answer: SupportVisits | 'refused') => Promise<void> {
  let answerLast = (_reply: Response): void => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answerLast = resolve)))
  render(
    <ReadProvider userId={7}>
      <SupportVisitList businessId={7} />
    </ReadProvider>,
  )
  return (answer) =>
    act(async () =>
      answerLast(
        answer === 'refused'
          ? Response.json({ code: 'forbidden', message: 'No', requestId: 'r' }, { status: 403 })
          : Response.json(answer),
      ),
    )
}
const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())

it('shows nothing without visits, but reports a failed read (H31)', async () => {
  const answer = list()
  expect(screen.queryByText('Support visits')).toBeNull()
  await answer('refused')
  expect(await screen.findByRole('region', { name: 'Support visits' })).toBeDefined()
  expect(screen.getByRole('alert')).toBeDefined()
  await press('Try Again')
  await answer({ visits: [], next: null })
  expect(screen.queryByText('Support visits')).toBeNull()
})

it('a page stays until the next one arrives, with the focus on its button; a lost one leaves the way back', async () => {
  const answer = list()
  await answer({ visits: [visitFor('A lost code')], next: '9' })
  const next = screen.getByRole('button', { name: 'Next page' })
  next.focus()
  await press('Next page')
  expect(screen.getByText(/A lost code/)).toBeDefined()
  expect(document.activeElement).toBe(next)
  await answer('refused')
  expect(screen.queryByText(/A lost code/)).toBeNull()
  await press('Previous page')
  expect(screen.getByText(/A lost code/)).toBeDefined()
})
