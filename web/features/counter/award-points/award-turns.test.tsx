import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { AwardForm } from './award-form.tsx'

type Purchase = readonly [code: string, amount: number]

/** Awards in order. `answer` releases the first reply. */
let awarded: Purchase[]
let answer: () => Promise<void>

beforeAll(() => startAllWords('en'))
beforeEach(() => {
  awarded = []
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = () => act(async () => resolve())
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const { buyerId, amountSpent } = JSON.parse(String(init.body)) as { buyerId: string; amountSpent: number }
    awarded.push([buyerId, amountSpent])
    await promise
    return new Response(
      JSON.stringify({ awardId: buyerId, points: 2.4, buyerId, amountSpent, balance: '2.4', message: '' }),
      { status: 201 },
    )
  })
  render(
    <ReadProvider userId={7}>
      <AwardForm businessId={7} />
    </ReadProvider>,
  )
})
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const code = (): HTMLInputElement => screen.getByLabelText('Buyer ID')
const amount = (): HTMLInputElement => screen.getByLabelText('Amount spent, AMD')
const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const type = (field: HTMLInputElement, value: string | number): void =>
  void fireEvent.change(field, { target: { value: String(value) } })
const press = (name: string): Promise<void> => act(async () => button(name).click())
const isSentOff = (): boolean => button('Award points').getAttribute('aria-busy') === 'true'

async function focused(): Promise<Element | null> {
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  return document.activeElement
}

async function sendOff(...[whose, much]: Purchase): Promise<void> {
  type(code(), whose)
  type(amount(), much)
  await press('Award points')
}

it('queued awards for the next buyers are each made once and with their own amount, whatever the fields hold by then (C18)', async () => {
  const purchases: Purchase[] = [
    ['KH0001', 1_249],
    ['AN1234', 900],
    ['CC5678', 700],
  ]
  for (const [whose, much] of [...purchases, ['AN1234', 900] as const]) {
    type(code(), whose)
    expect(amount().value).toBe('')
    await sendOff(whose, much)
    expect(isSentOff()).toBe(true)
  }
  type(code(), 'DD6789')
  expect([amount().value, isSentOff(), awarded.length]).toEqual(['', false, 1])
  await answer()
  await waitFor(() => expect(awarded).toEqual(purchases))
  expect([code().value, amount().value]).toEqual(['DD6789', ''])
})

it('a queued award is made even if the previous reply arrives while another code is half typed (C18)', async () => {
  await sendOff('KH0001', 1_249)
  await sendOff('AN1234', 900)
  type(code(), 'CC5')
  await answer()
  await waitFor(() =>
    expect(awarded).toEqual([
      ['KH0001', 1_249],
      ['AN1234', 900],
    ]),
  )
  type(code(), 'CC5678')
  expect(amount().value).toBe('')
})

it('an edited queued award is not made as it was, even if another code replaces its own', async () => {
  await sendOff('KH0001', 1_249)
  await sendOff('AN1234', 900)
  type(amount(), 9_000)
  type(code(), 'CC5678')
  await answer()
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  expect([code().value, amount().value, awarded.length]).toEqual(['CC5678', '9000', 1])
})

it('a large amount for the next buyer is confirmed at once, and not again when its award is made', async () => {
  await sendOff('KH0001', 1_249)
  await sendOff('AN1234', 1_000_000)
  await press('Correct the amount')
  expect(await focused()).toBe(amount())
  await press('Award points')
  await press('Yes, award')
  expect(await focused()).toBe(code())
  // Enter again, because a busy button ignores clicks.
  await act(async () => void fireEvent.submit(code().form!))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  type(code(), 'CC5678')
  await answer()
  await waitFor(() =>
    expect(awarded).toEqual([
      ['KH0001', 1_249],
      ['AN1234', 1_000_000],
    ]),
  )
  expect([code().value, screen.queryByRole('alertdialog')]).toEqual(['CC5678', null])
})

it('an amount to be corrected is restored even if the previous reply has emptied the fields', async () => {
  await sendOff('KH0001', 1_249)
  await sendOff('KH0001', 1_000_000)
  await answer()
  expect(await screen.findByText(/points awarded/)).toBeDefined()
  await press('Correct the amount')
  expect(await focused()).toBe(amount())
  expect([code().value, amount().value, awarded.length]).toEqual(['KH0001', '1000000', 1])
})
