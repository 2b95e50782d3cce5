import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useTellDisplay } from '#web/lib/device/buyer-display.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { BuyerDisplay } from './buyer-display.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('the display greets with the name of the business, whichever window was opened first, and shows points and balance alone', async () => {
  render(<BuyerDisplay />)
  expect(screen.getByTestId('buyer-display').textContent).toMatch(/^Open the counter/)
  const { result } = renderHook(() => useTellDisplay('Café'))
  await screen.findByText('Café')
  cleanup()

  const counter = renderHook(() => useTellDisplay('Books'))
  render(<BuyerDisplay />)
  await screen.findByText('Books')
  act(() => counter.result.current({ points: 246, balance: 366 }))
  expect(await screen.findByText('+24.6 points')).toBeDefined()
  expect(screen.getByTestId('buyer-display').textContent).toBe('+24.6 pointsYour balance: 36.6 points')
  act(() => counter.result.current(null))
  expect(await screen.findByText(/^Show your Hatik code/)).toBeDefined()
  expect(result.current).toBeTypeOf('function')
})
