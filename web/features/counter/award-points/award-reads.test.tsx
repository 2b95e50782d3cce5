import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSubscription } from '#web/lib/calls/business.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { AwardForm } from './award-form.tsx'

const BUSINESS = 9

afterEach(cleanup)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Reads what the plan's card reads. */
function Plan(): ReactNode {
  useSubscription(BUSINESS)
  return null
}

it('sending waiting awards does not refresh every list after each one, but once more after the last (R90)', async () => {
  await startAllWords('en')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const calls: string[] = []
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    calls.push(method ?? '')
    if (method !== 'POST') return new Response('{}', { status: 404 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { buyerId, amountSpent } = JSON.parse(String(body)) as { buyerId: string; amountSpent: number }
    return Response.json(
      { awardId: buyerId, points: 2.4, buyerId, amountSpent, balance: '2.4', message: '' },
      { status: 201 },
    )
  })
  const count = (method: string): number => calls.filter((one) => one === method).length
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  render(
    <ReadProvider userId={BUSINESS}>
      <Plan />
      <AwardForm businessId={BUSINESS} />
    </ReadProvider>,
  )
  await pass(100)
  for (let award = 1; award <= 12; award += 1) {
    fireEvent.change(screen.getByLabelText('Buyer ID'), { target: { value: `KH00${String(award).padStart(2, '0')}` } })
    fireEvent.change(screen.getByLabelText('Amount spent, AMD'), { target: { value: '900' } })
    await act(async () => screen.getByRole('button', { name: 'Award points' }).click())
    await pass(10)
  }
  // The plan and the latest awards.
  expect([count('POST'), count('GET')]).toEqual([0, 2])
  online.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  await pass(2_000)
  expect([count('POST'), count('GET')]).toEqual([12, 4])
  await pass(2_000)
  expect(count('GET')).toBe(6)
  await pass(60_000)
  expect(count('GET')).toBe(6)
})
