import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { Figures } from './figures.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())
afterEach(() => vi.useRealTimers())

const Address = () => <p data-testid="address">{useLocation().search}</p>
const addressNow = () => screen.getByTestId('address').textContent

/** The server's requests in order. */
async function open(search = ''): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T21:00:00Z') })
  await startAllWords('en')
  dropReadCache()
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return new Promise(() => undefined)
  })
  render(
    <MemoryRouter initialEntries={[`/figures${search}`]}>
      <ReadProvider userId={94}>
        <Figures businessId={7} />
        <Address />
      </ReadProvider>
    </MemoryRouter>,
  )
  await act(async () => {})
  return asked
}

const type = (name: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(name), { target: { value } }))
const book = (asked: readonly string[]) => asked.filter((path) => path.includes('/book?')).at(-1)

it("a month's closing covers all of it on screen, in the files and in the address", async () => {
  const asked = await open()
  expect(book(asked)).toBe('/api/business/7/figures/book?from=2026-11-04&to=2026-12-03')
  await act(async () => screen.getByRole('button', { name: 'Last month' }).click())
  expect(book(asked)).toBe('/api/business/7/figures/book?from=2026-11-01&to=2026-11-30')
  expect(addressNow()).toBe('?from=2026-11-01&to=2026-11-30')
  expect(screen.getByRole('button', { name: 'Last month' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('link', { name: 'Download for Excel' }).getAttribute('href')).toBe(
    '/api/business/7/figures/book.xlsx?from=2026-11-01&to=2026-11-30&language=en',
  )
  expect(
    screen
      .getByRole('link', { name: 'Balances of all buyers at the end of Nov\u00a030, 2026 (Excel)' })
      .getAttribute('href'),
  ).toBe('/api/business/7/figures/balances.xlsx?day=2026-11-30&language=en')
  await act(async () => screen.getByRole('button', { name: 'This month' }).click())
  expect(book(asked)).toBe('/api/business/7/figures/book?from=2026-12-01&to=2026-12-03')
})

it("going back from a day's events restores the chosen days; an address without days shows the latest", async () => {
  expect(book(await open('?from=2026-01-01&to=2026-12-31'))).toBe(
    '/api/business/7/figures/book?from=2026-01-01&to=2026-12-31',
  )
  for (const nonsense of [
    '?from=2026-01-01',
    '?from=yesterday&to=2026-12-31',
    '?from=2026-01-01&to=soon',
    '?from=2026-02-01&to=2026-01-01',
  ]) {
    cleanup()
    expect(book(await open(nonsense))).toBe('/api/business/7/figures/book?from=2026-11-04&to=2026-12-03')
  }
})

it('impossible days are reported, and nothing is read for them', async () => {
  const asked = await open('?from=2026-11-01&to=2026-11-30')
  const before = asked.length
  await type('From', '2026-12-01')
  expect(screen.getByRole('alert').textContent).toBe('The dates are in the wrong order')
  await type('From', '2025-11-29')
  expect(screen.getByRole('alert').textContent).toBe('At most 366 days')
  for (const end of ['To', 'From']) {
    await type(end, '')
    expect(screen.queryByRole('alert')).toBeNull()
    if (end === 'To') await type('To', '2026-11-30')
  }
  expect([asked.length, screen.queryByRole('link'), addressNow()]).toEqual([
    before,
    null,
    '?from=2026-11-01&to=2026-11-30',
  ])
  await type('From', '2025-11-30')
  expect(book(asked)).toBe('/api/business/7/figures/book?from=2025-11-30&to=2026-11-30')
})

it('any days up to today can be chosen, even one alone; a preset counts as chosen only if both ends match', async () => {
  const asked = await open()
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent)).toEqual([
    '7 days',
    '90 days',
    'This month',
    'Last month',
  ])
  await act(async () => screen.getByRole('button', { name: 'This month' }).click())
  expect(pressed()).toEqual(['This month'])
  await type('To', '2026-12-01')
  expect([book(asked), addressNow()]).toEqual([
    '/api/business/7/figures/book?from=2026-12-01&to=2026-12-01',
    '?from=2026-12-01&to=2026-12-01',
  ])
  expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
  expect(['From', 'To'].map((name) => screen.getByLabelText(name).getAttribute('max'))).toEqual([
    '2026-12-03',
    '2026-12-03',
  ])
})
