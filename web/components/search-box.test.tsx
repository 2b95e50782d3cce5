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
function List(): ReactNode {
  const [search, setSearch] = useState('kofe')
  return (
    <>
      <SearchBox label="Name" value={search} onChange={(text) => (asked.push(text), setSearch(text))} />
      <button onClick={() => setSearch('tun')}>Back</button>
    </>
  )
}
const box = (): HTMLInputElement => screen.getByRole('searchbox')
const type = (value: string): void => void fireEvent.change(box(), { target: { value } })
const wait = (waitMs: number): void => act(() => void vi.advanceTimersByTime(waitMs))

beforeEach(() => {
  asked = []
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
