import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

let asked: string[]
/** How long whoever keeps the search takes to say it. */
let lateMs: number
function List(): ReactNode {
  const [search, setSearch] = useState('kofe')
  return (
    <>
      <SearchBox
        label="Name"
        value={search}
        onChange={(text) => (asked.push(text), lateMs === 0 ? setSearch(text) : setTimeout(setSearch, lateMs, text))}
      />
      <button onClick={() => setSearch('tun')}>Back</button>
    </>
  )
}
const box = (): HTMLInputElement => screen.getByRole('searchbox')
const type = (value: string): void => void fireEvent.change(box(), { target: { value } })
const wait = (waitMs: number): void => act(() => void vi.advanceTimersByTime(waitMs))

beforeEach(() => {
  asked = []
  lateMs = 0
  render(<List />)
})

it('asks once nobody types on, and not for what was being typed', () => {
  for (const typed of ['k', 'ka', 'kaf']) {
    type(typed)
    wait(100)
  }
  expect([box().value, asked]).toEqual(['kaf', []])
  wait(250)
  expect(asked).toEqual(['kaf'])
  wait(1_000)
  expect(asked).toEqual(['kaf'])
})

it('asks at once where it is emptied', () => {
  type('')
  wait(0)
  expect(asked).toEqual([''])
})

it('shows what is asked from elsewhere, and forgets what was being typed', () => {
  type('kafe')
  fireEvent.click(screen.getByRole('button'))
  expect(box().value).toBe('tun')
  wait(1_000)
  expect(asked).toEqual([])
})

it('keeps what is typed while its own question comes back late, and still follows Back', () => {
  lateMs = 100
  type('kaf')
  wait(250)
  type('kafe')
  wait(100)
  expect([box().value, asked]).toEqual(['kafe', ['kaf']])
  wait(350)
  expect([box().value, asked]).toEqual(['kafe', ['kaf', 'kafe']])
  fireEvent.click(screen.getByRole('button'))
  expect(box().value).toBe('tun')
})
