import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { BalanceSheet } from '#contracts/calls/staff/audit.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { BalanceSheetPage } from './balance-sheet.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['am', 'Ցույց տալ', 'Սա ամսաթիվ և ժամ չէ'],
  ['en', 'Show', 'Please enter a date and a time'],
] as const)(
  "half a date is reported in the reader's language, and not taken for now (%s; H33)",
  async (language, show, words) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    const asked: string[] = []
    const { container } = render(
      <MemoryRouter>
        <ReadProvider userId={94}>
          <BalanceSheetPage at="" onAsk={(at) => asked.push(at)} />
        </ReadProvider>
      </MemoryRouter>,
    )
    const field = container.querySelector('input')!
    const [form, button] = [container.querySelector('form')!, screen.getByRole('button', { name: show })]
    expect(form.noValidate).toBe(true)
    const press = () => act(async () => void fireEvent.click(button))

    // As a browser reports a field with only the day filled in.
    const validity = vi.spyOn(field, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
    await press()
    expect(screen.getByRole('alert').textContent).toBe(words)
    expect(document.activeElement).toBe(field)
    validity.mockRestore()

    fireEvent.change(field, { target: { value: '2026-01-05T09:05' } })
    await press()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked).toEqual(['2026-01-05T05:05:00.000Z'])
  },
)

it("the address's moment is asked for again to the millisecond (H33)", async () => {
  await startAllWords('en')
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const asked: string[] = []
  const at = '2026-01-05T05:05:56.790Z'
  render(
    <MemoryRouter>
      <ReadProvider userId={94}>
        <BalanceSheetPage at={at} onAsk={(moment) => asked.push(moment)} />
      </ReadProvider>
    </MemoryRouter>,
  )
  await act(async () => screen.getByRole('button', { name: 'Show' }).click())
  expect(asked).toEqual([at])
})

it('the focus stays in the form, which follows the address, also to now, which has no button', async () => {
  await startAllWords('en')
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const page = (at: string) => (
    <MemoryRouter>
      <ReadProvider userId={94}>
        <BalanceSheetPage at={at} onAsk={(moment) => rerender(page(moment))} />
      </ReadProvider>
    </MemoryRouter>
  )
  const { container, rerender } = render(page(''))
  const field = container.querySelector('input')!
  field.focus()
  fireEvent.change(field, { target: { value: '2026-01-05T09:05' } })
  await act(async () => void fireEvent.submit(field.form!))
  expect([field.isConnected, document.activeElement === field, field.value]).toEqual([true, true, '2026-01-05T09:05'])
  const now = screen.getByRole('button', { name: 'Now' })
  now.focus()
  await act(async () => now.click())
  expect([now.isConnected, field.value]).toEqual([false, ''])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show' }))
})

it.each([
  ['am', 'Շնորհված', 'գրանցման օրը'],
  ['en', 'Awarded', 'on the day it was recorded'],
] as const)(
  'awarded points are not called "issued", which elsewhere excludes voids; and the page names the clock of its moment (%s; H8)',
  async (language, awarded, clock) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async () =>
      Response.json({ ...sheetThatLacks(null), issued: '12.0', voided: '2.0', outstanding: '10.0' }),
    )
    dropReadCache()
    const { container } = render(
      <MemoryRouter>
        <ReadProvider userId={94}>
          <BalanceSheetPage at="" onAsk={() => undefined} />
        </ReadProvider>
      </MemoryRouter>,
    )
    expect((await screen.findByTestId('issued')).closest('div')?.querySelector('dt')?.textContent).toBe(awarded)
    const hint = document.getElementById(container.querySelector('input')?.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toContain(clock)
  },
)

const NOTHING = { issued: '0.0', voided: '0.0', redeemed: '0.0', refunded: '0.0', forfeited: '0.0', outstanding: '0.0' }
const sheetThatLacks = (lacks: BalanceSheet['lacks']): BalanceSheet => ({
  asOf: { position: '7', at: '2026-01-05T05:05:00.000Z' },
  lacks,
  ...NOTHING,
  sumOfBalances: '0.0',
  addsUp: true,
  accounts: 0,
  openAccounts: 0,
  businesses: [],
})

it.each([
  ['future', 'This moment is still to come'],
  ['late', 'The newest events may be missing'],
  [null, undefined],
] as const)('warns if the figures lack events up to the moment (%s)', async (lacks, words) => {
  await startAllWords('en')
  vi.stubGlobal('fetch', async () => Response.json(sheetThatLacks(lacks)))
  dropReadCache()
  render(
    <MemoryRouter>
      <ReadProvider userId={94}>
        <BalanceSheetPage at="" onAsk={() => undefined} />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findByTestId('balance-sheet')
  const said = ['This moment is still to come', 'The newest events may be missing'].filter((each) =>
    screen.queryByText(each),
  )
  expect(said).toEqual(words === undefined ? [] : [words])
})
