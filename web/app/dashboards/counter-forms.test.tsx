import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AwardForm } from '#web/features/counter/award-points/award-form.tsx'
import { VerifyForm } from '#web/features/counter/verify-redemption/verify-form.tsx'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const BUSINESS = 7
const AWARDED = { awardId: 'a', points: 2.4, buyerId: 'KH0001', amountSpent: 1_249, balance: '2.4', message: '' }
const VERIFIED = {
  redemptionId: 'r',
  perk: { name: 'Coffee', pointsRequired: '3.0' },
  buyer: { buyerId: 'KH0001' },
  message: '',
}
const UNUSED = { ...VERIFIED, state: 'pending', createdAt: '2026-11-20T12:00:00.000Z', usedAt: null }
const refusal = (code: string): Response => new Response(JSON.stringify({ code, message: code }), { status: 404 })

const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } })
/** A form sets the focus in the next event-loop tick. */
const turn = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve)))
const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())

/** Both forms of the counter; every request gets `answer` once released. */
function counter(answer: () => Response): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/redemptions/')) return Response.json(UNUSED)
    await promise
    return answer()
  })
  render(
    <ReadProvider userId={BUSINESS}>
      <AwardForm businessId={BUSINESS} />
      <VerifyForm businessId={BUSINESS} />
    </ReadProvider>,
  )
  return () => act(async () => resolve())
}

it.each([
  ['made', () => new Response(JSON.stringify(AWARDED), { status: 201 }), ''],
  ['refused', () => refusal('buyer_not_found'), 'KH0001'],
])('an award %s while a redemption code is being typed leaves the focus there', async (_, answer, left) => {
  const letGo = counter(answer)
  type('Buyer ID', 'KH0001')
  type('Amount spent, AMD', '1249')
  await press('Award points')
  field('Redemption code').focus()
  await letGo()
  await vi.waitFor(() =>
    expect([
      field('Buyer ID').value,
      screen.getByRole('button', { name: 'Award points' }).getAttribute('aria-busy'),
    ]).toEqual([left, null]),
  )
  await turn()
  expect(document.activeElement).toBe(field('Redemption code'))
})

it.each([
  ['verified', () => new Response(JSON.stringify(VERIFIED)), ''],
  ['refused', () => refusal('redemption_not_found'), 'K7MNP2QR'],
])('a redemption code %s while an award is being typed leaves the focus there', async (_, answer, left) => {
  const letGo = counter(answer)
  type('Redemption code', 'K7MNP2QR')
  await press('Verify')
  await press('Hand it over')
  field('Amount spent, AMD').focus()
  await letGo()
  await vi.waitFor(() =>
    expect([
      field('Redemption code').value,
      screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-busy'),
    ]).toEqual([left, null]),
  )
  await turn()
  expect(document.activeElement).toBe(field('Amount spent, AMD'))
})

it('otherwise the focus moves to where the next code is typed', async () => {
  const letGo = counter(() => new Response(JSON.stringify(AWARDED), { status: 201 }))
  type('Buyer ID', 'KH0001')
  type('Amount spent, AMD', '1249')
  field('Amount spent, AMD').focus()
  await press('Award points')
  await letGo()
  await vi.waitFor(() => expect(document.activeElement).toBe(field('Buyer ID')))
})
