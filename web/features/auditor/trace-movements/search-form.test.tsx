import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { SearchForm } from './search-form.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('half a date is not a search without a bound (H33)', async () => {
  const asked: string[] = []
  const { container } = render(
    <SearchForm selection={new URLSearchParams()} onSearch={(selection) => asked.push(selection.toString())} />,
  )
  const field = container.querySelector<HTMLInputElement>('input[name=from]')!
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Search' })))
  const validity = vi.spyOn(field, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
  await press()
  expect(screen.getByRole('alert').textContent).toBe('Please enter a date and a time')
  expect(document.activeElement).toBe(field)
  expect(asked).toEqual([])
  validity.mockRestore()
  await press()
  expect(asked).toEqual([''])
})

it('all fields follow the address, and the focus stays in the form', async () => {
  const form = (query: string) => <SearchForm selection={new URLSearchParams(query)} onSearch={() => undefined} />
  const { container, rerender } = render(form(''))
  const stands = () =>
    [...new FormData(container.querySelector('form')!)]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name} ${String(value)}`)
  const field = screen.getByLabelText<HTMLInputElement>('Business no.')
  field.focus()
  fireEvent.change(field, { target: { value: 'café' } })
  await act(async () => void fireEvent.submit(field.form!))
  expect(screen.getByRole('alert')).toBeDefined()
  rerender(form('business=7&from=2026-01-05T05:05:00.000Z&type=PerkRedeemed'))
  expect(stands()).toEqual(['business 7', 'from 2026-01-05T09:05', 'type PerkRedeemed'])
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(form('actor=9'))
  expect(stands()).toEqual(['actor 9'])
  expect(document.activeElement).toBe(field)
})

it.each([
  '2026-01-05T05:05:00.000Z',
  '2026-01-05T05:05:56.000Z',
  '2026-01-05T05:05:56.790Z',
  '2026-01-05T05:05:00.007Z',
])('an untouched bound is searched again to the millisecond (%s; H33)', async (to) => {
  const asked: string[] = []
  render(
    <SearchForm
      selection={new URLSearchParams({ to })}
      onSearch={(selection) => asked.push(selection.get('to') ?? '')}
    />,
  )
  await act(async () => screen.getByRole('button', { name: 'Search' }).click())
  expect(asked).toEqual([to])
})

it('searching for everything moves the focus to the search button, because its own button disappears', async () => {
  const asked: string[] = []
  const form = (query: string) => (
    <SearchForm selection={new URLSearchParams(query)} onSearch={(selection) => asked.push(selection.toString())} />
  )
  const { rerender } = render(form('business=7'))
  const everything = screen.getByRole('button', { name: 'Show all' })
  everything.focus()
  await act(async () => everything.click())
  rerender(form(''))
  expect([asked, everything.isConnected]).toEqual([[''], false])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }))
})

it('an error stays until corrected, and other fields are not checked before the next search', async () => {
  const { container } = render(<SearchForm selection={new URLSearchParams()} onSearch={() => undefined} />)
  const isOpen = () => container.querySelector('details')?.open
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const said = () =>
    ['Business no.', 'Award ID'].filter(
      (label) => screen.getByLabelText(label).getAttribute('aria-describedby') !== null,
    )
  type('Business no.', 'café')
  type('Award ID', 'not an id')
  await act(async () => screen.getByRole('button', { name: 'Search' }).click())
  const [number, id] = said()
  expect(screen.getByText(/^This is not an ID/)).toBeDefined()
  expect(isOpen()).toBe(true)
  type('Business no.', 'caf')
  type('Buyer ID', 'K')
  expect(said()).toEqual([number, id])
  type('Business no.', '7')
  expect(said()).toEqual([id])
  type('Award ID', '')
  expect(said()).toEqual([])
  // The section stays open while someone types in it.
  expect(isOpen()).toBe(true)
})

it('removing half a date clears its error, although the browser reports only keys', async () => {
  render(<SearchForm selection={new URLSearchParams()} onSearch={() => undefined} />)
  const field = screen.getByLabelText<HTMLInputElement>('Stored from')
  const validity = vi.spyOn(field, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
  await act(async () => screen.getByRole('button', { name: 'Search' }).click())
  expect(screen.getByRole('alert')).toBeDefined()
  validity.mockRestore()
  fireEvent.keyUp(field, { key: 'Delete' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each([
  ['Stored from', 'Stored before', '2026-01-05T09:05', '2026-01-05T09:04', 'This is earlier than the start'],
  ['Minimum amount, AMD', 'Maximum amount, AMD', '5 000', '4 999', 'This is less than the minimum amount'],
])(
  'bounds in the wrong order find nothing; the upper one shows the error until either is corrected (%s; H33)',
  async (low, high, from, to, said) => {
    const asked: string[] = []
    render(<SearchForm selection={new URLSearchParams()} onSearch={(selection) => asked.push(selection.toString())} />)
    const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
    const press = () => act(async () => screen.getByRole('button', { name: 'Search' }).click())
    type(low, from)
    type(high, to)
    await press()
    expect(screen.getByRole('alert').textContent).toBe(said)
    expect(document.activeElement).toBe(screen.getByLabelText(high))
    type(low, to)
    expect(screen.queryByRole('alert')).toBeNull()
    await press()
    expect(asked).toHaveLength(1)
  },
)
