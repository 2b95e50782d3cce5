import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Statement, StatementLine } from '#contracts/statement.ts'
import { Toaster } from '#web/components/toast.tsx'
import { startWords } from '#web/lib/i18n.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { StatementPage } from './statement-page.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const line: StatementLine = {
  position: '2', eventId: 'a', type: 'PointsRefunded', happenedAt: '2026-11-20T10:00:00Z', recordedAt: '2026-11-20T10:00:00Z', doneBy: 'yourself', perkName: 'Coffee',
  amountAmd: null, receipt: null, reason: null, awardId: null, redemptionId: 'b', balanceBefore: '0.0', points: '10.0', balance: '10.0', countedAmd: null, leftoverAmd: null,
}
const statement: Statement = {
  business: { id: 8, businessName: 'Café', closed: false, slug: 'cafe' }, asOf: { position: '2', at: line.recordedAt, lastCheckedAt: null, agrees: null }, balance: '10.0',
  period: { from: null, to: null, clock: 'recorded' }, lines: [line], next: '1.1',
  sums: { opening: '0.0', awarded: '0.0', returned: '10.0', redeemed: '0.0', voided: '0.0', forfeited: '0.0', closing: '10.0', movements: 2 },
}

it.each([
  ['am', 'Ավելի վաղ գրառումներ', 'Ավելի վաղ գրառումները չհաջողվեց բեռնել', 'Կապ չկա'],
  ['en', 'Earlier movements', 'Earlier movements could not be read', 'There is no connection'],
] as const)('earlier movements that could not be fetched are spoken of, and those that are there stay (%s)', async (language, more, failed, why) => {
  await startWords(language)
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
})
