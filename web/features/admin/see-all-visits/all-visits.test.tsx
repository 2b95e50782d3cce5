import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { AllVisits } from './all-visits.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const at = '2026-11-20T10:00:00Z'
const visit: SupportVisit = {
  visitId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  business: { id: 8, businessName: 'Café', closed: false },
  adminId: 1,
  reason: 'The owner asked',
  startedAt: at,
  endedAt: at,
  ended: 'exited',
  mode: 'act',
  actingSince: at,
  refusedCalls: [],
  calls: [{ at, method: 'POST', path: '/api/business/:id/award-points' }],
  done: [{ position: '5', type: 'PointsAwarded', at, buyerId: 'AN1234' }],
}

it.each([
  ['am', 'Միավորներ են շնորհվել · AN\u00a01234'],
  ['en', 'Points awarded · AN\u00a01234'],
] as const)(
  "shows a visit's events in the reader's language, and its calls as made (%s; H31)",
  async (language, words) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ visits: [visit], next: null }))))
    render(
      <MemoryRouter>
        <ReadProvider userId={language === 'am' ? 98 : 99}>
          <AllVisits />
        </ReadProvider>
      </MemoryRouter>,
    )
    const list = await screen.findByTestId('all-visits')
    expect(list.textContent).toContain(words)
    expect(list.textContent).not.toContain('PointsAwarded')
    expect([...list.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
      'POST /api/business/:id/award-points',
    ])
  },
)
