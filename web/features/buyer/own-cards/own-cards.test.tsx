import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import AddCardDialog from './add-card-dialog.tsx'
import OwnCards from './own-cards.tsx'

const CARD = { cardId: 5, buyerId: 'KH0001', claimedAt: '2026-11-20T10:00:00Z', isBlocked: false }
const CLAIMED = {
  cardId: 5,
  buyerId: 'KH0001',
  message: '',
  isComplete: true,
  brought: [{ businessId: 7, businessName: 'Café', closed: false, points: '12.5' }],
}

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)
afterEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

function showDialog(
  userId: number,
  answer: () => Response,
): { asked: unknown[]; type: (typed: string) => Promise<void> } {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)))
    return answer()
  })
  render(
    <ReadProvider userId={userId}>
      <AddCardDialog buyerUserId={userId} open onClose={() => undefined} />
    </ReadProvider>,
  )
  return {
    asked,
    async type(typed) {
      fireEvent.change(screen.getByLabelText('Secret code'), { target: { value: typed } })
      await act(async () => screen.getByRole('button', { name: 'Add a card' }).click())
    },
  }
}

it('a secret code is taken in any case and grouping, shown as printed, and answered with what the card has brought', async () => {
  const { asked, type } = showDialog(81, () => Response.json(CLAIMED, { status: 201 }))
  await type('abcd efgh')
  expect(
    await screen.findByText(
      /^Enter all 16 letters and digits of the secret code\. It never contains 0, O, 1, I or L\.$/,
    ),
  ).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Secret code').value).toBe('ABCD-EFGH')
  expect(asked).toEqual([])
  await type('abcdefgh jkmn-2345')
  expect((await screen.findByTestId('brought')).textContent).toBe('Café12.5 points')
  expect(asked).toEqual([{ secret: 'ABCDEFGHJKMN2345' }])
})

it('an unknown secret code is explained beside its field, and what was typed stays', async () => {
  const refusal = { code: 'card_not_found', message: 'no', requestId: 'r' }
  const { type } = showDialog(82, () => Response.json(refusal, { status: 404 }))
  await type('ABCD-EFGH-JKMN-2345')
  expect(await screen.findByText('No card has this secret code, or it has already been added or blocked')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Secret code').value).toBe('ABCD-EFGH-JKMN-2345')
})

it('a card is blocked after one question, and then offers no button', async () => {
  let cards = [CARD]
  const written: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ cards })
    written.push(path)
    cards = [{ ...CARD, isBlocked: true }]
    return Response.json({ cardId: 5, message: '' })
  })
  render(
    <ReadProvider userId={83}>
      <OwnCards buyerUserId={83} onAdd={() => undefined} />
      <Toaster />
    </ReadProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^Block card/ }))
  expect(screen.getByText(/stop working at every business, for good/)).toBeDefined()
  await act(async () => screen.getByRole('button', { name: 'Block card' }).click())
  expect(await screen.findByText('Blocked')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Block card/ })).toBeNull())
  expect(written).toEqual(['/api/buyer/83/cards/5/block'])
})

it('a wallet without cards has one quiet button and no box', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ cards: [] }))
  const add = vi.fn<() => void>()
  render(
    <ReadProvider userId={84}>
      <OwnCards buyerUserId={84} onAdd={add} />
    </ReadProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Add a card' }))
  expect(add).toHaveBeenCalledOnce()
  expect(screen.queryByRole('region')).toBeNull()
})
