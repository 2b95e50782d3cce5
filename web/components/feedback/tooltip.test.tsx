import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a tooltip appears after 700 ms of hovering, and disappears at once (R228)', () => {
  render(
    <Tooltip text="Dark">
      <button type="button">D</button>
    </Tooltip>,
  )
  const place = screen.getByRole('button').parentElement as HTMLElement
  fireEvent.pointerEnter(place, { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(699))
  expect(screen.queryByText('Dark')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText('Dark')).toBeTruthy()
  fireEvent.pointerLeave(place)
  expect(screen.queryByText('Dark')).toBeNull()
})
