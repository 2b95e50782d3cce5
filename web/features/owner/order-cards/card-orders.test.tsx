import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { CardBatch } from '#contracts/calls/cards.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import CardOrders from './card-orders.tsx'

const BATCH: CardBatch = {
  batchId: '11111111-1111-4111-8111-111111111111',
  orderedAt: '2026-11-20T10:00:00Z',
  cards: 1_990,
  used: 12,
  claimed: 5,
  filesUntil: '2026-11-21T10:00:00Z',
}

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

/** A shop with these orders; `asked` gets the bodies of new ones. */
function show(businessId: number, batches: CardBatch[], asked: unknown[] = []): void {
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json({ batches })
    asked.push(JSON.parse(String(body)))
    return Response.json({ batchId: BATCH.batchId, cards: 10 }, { status: 201 })
  })
  render(
    <ReadProvider userId={businessId}>
      <CardOrders businessId={businessId} />
      <Toaster />
    </ReadProvider>,
  )
}

async function order(typed: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Number of cards'), { target: { value: typed } })
  await act(async () => screen.getByRole('button', { name: 'Order cards' }).click())
}

it('an order beyond what is left of the day is explained and not sent, a smaller one is sent', async () => {
  const asked: unknown[] = []
  show(71, [BATCH], asked)
  expect(await screen.findByText(/You can order 10 more now/)).toBeDefined()
  await order('11')
  expect((await screen.findAllByText('You can order 10 more now')).length).toBeGreaterThan(0)
  for (const wrong of ['', '0', '1.5', '501', 'ten']) {
    await order(wrong)
    expect((await screen.findAllByText('Enter a whole number from 1 to 500')).length).toBeGreaterThan(0)
  }
  expect(asked).toEqual([])
  await order('10')
  expect(await screen.findByText('10 cards ordered. Download their files within 24 hours.')).toBeDefined()
  expect(asked).toEqual([{ cards: 10 }])
})

it('a used-up day says when it ends instead of offering the form', async () => {
  show(72, [{ ...BATCH, cards: 2_000 }])
  expect(await screen.findByText(/You have reached the limit for 24 hours/)).toBeDefined()
  expect(screen.queryByLabelText('Number of cards')).toBeNull()
})

it('an order shows its files for a day, and later only how many cards are in use', async () => {
  show(73, [BATCH, { ...BATCH, batchId: '22222222-2222-4222-8222-222222222222', filesUntil: null }])
  await screen.findByTestId('card-batches')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ['sheet.pdf?language=am', 'sheet.pdf?language=en', 'cards.csv'].map(
      (file) => `/api/business/73/cards/${BATCH.batchId}/${file}`,
    ),
  )
  expect(screen.getByText('The files can no longer be downloaded.')).toBeDefined()
  expect(screen.getAllByText('12')).toHaveLength(2)
})
