import { act, cleanup, render, screen } from '@testing-library/react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AuditMovement, AuditMovements } from '#contracts/calls/staff/audit.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { MovementTable } from './movement-table.tsx'

const AT = '2026-11-20T10:00:00.000Z'
const movementAt = (position: string): AuditMovement => ({
  position,
  eventId: `event-${position}`,
  revision: 0,
  type: 'PointsAwarded',
  businessId: 7,
  buyer: { id: 8, buyerId: 'AN1234' },
  points: '1.0',
  balance: '1.0',
  amountAmd: 500,
  rule: 'floor-50/1',
  receipt: null,
  perkName: null,
  reason: null,
  missing: null,
  awardId: null,
  redemptionId: null,
  commandId: 'c',
  actor: { id: 7, role: 'business' },
  onBehalfOf: null,
  happenedAt: AT,
  recordedAt: AT,
  storedAt: AT,
})

beforeEach(async () => {
  await startAllWords('en')
  window.history.replaceState(null, '', '/audit/movements')
  vi.stubGlobal('fetch', async (path: string) => {
    const before = Number(new URL(path, location.origin).searchParams.get('before') ?? 900)
    const page: AuditMovements = {
      movements: [movementAt(String(before - 1))],
      next: String(before - 100),
      asOf: '900',
    }
    return Response.json(page)
  })
})
afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <BrowserRouter>
      <ReadProvider userId={1}>
        <Routes>
          <Route path="/audit/movements" element={<MovementTable selection={new URLSearchParams()} />} />
          <Route path="/audit/events/:position" element={<p>The event</p>} />
        </Routes>
      </ReadProvider>
    </BrowserRouter>,
  )
const turn = () => act(async () => screen.getByRole('button', { name: /next/i }).click())

it('coming back from an event, or reloading, returns to its page of the list (H33)', async () => {
  open()
  await screen.findByText('899')
  await turn()
  await screen.findByText('799')
  await turn()
  const event = await screen.findByRole('link', { name: '699' })
  await act(async () => event.click())
  expect(screen.getByText('The event')).toBeDefined()
  window.history.back()
  expect(await screen.findByText('699')).toBeDefined()

  cleanup()
  dropReadCache()
  open()
  expect(await screen.findByText('699')).toBeDefined()
  await act(async () => screen.getByRole('button', { name: /previous/i }).click())
  expect(await screen.findByText('799')).toBeDefined()
})
