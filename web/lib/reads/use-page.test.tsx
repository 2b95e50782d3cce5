import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { usePage } from './use-page.ts'

function List(): ReactNode {
  const { items, count } = usePage([1, 2, 3, 4, 5, 6, 7])
  return <p>{`${items.join(' ')} of ${count}`}</p>
}

it('shows the whole list while printing, and the page again afterwards', () => {
  render(<List />)
  expect(screen.getByText('1 2 3 4 5 of 2')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText('1 2 3 4 5 6 7 of 1')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByText('1 2 3 4 5 of 2')).toBeTruthy()
})
