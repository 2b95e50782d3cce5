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
/** Delay (ms) before the parent applies the search. */
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

it('asks once typing pauses, and not for text still being typed', () => {
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

it('asks at once when emptied', () => {
  type('')
  wait(0)
  expect(asked).toEqual([''])
})

it('follows a search from elsewhere, and drops text being typed', () => {
  type('kafe')
  fireEvent.click(screen.getByRole('button'))
  expect(box().value).toBe('tun')
  wait(1_000)
  expect(asked).toEqual([])
})

it('keeps typed text while its own search returns late, and still follows Back', () => {
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
