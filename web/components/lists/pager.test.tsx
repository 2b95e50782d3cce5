import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { Pager } from './pager.tsx'

const stay = (): void => undefined

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('one page has no pager (R60)', () => {
  const { container } = render(<Pager index={0} count={1} onTurn={stay} of="Perks" />)
  expect(container.innerHTML).toBe('')
})

it("two pages show 'page / total' and a button to the next (R60)", () => {
  let turned: number | undefined
  render(<Pager index={0} count={2} onTurn={(index) => (turned = index)} of="Perks" />)
  expect(screen.getByText('1 / 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true')
  screen.getByRole('button', { name: 'Next page' }).click()
  expect(turned).toBe(1)
})

it('the button that reached the last page keeps the focus, and does nothing more (R60)', () => {
  const turns: number[] = []
  function List(): ReactNode {
    const [index, setIndex] = useState(0)
    return (
      <Pager
        index={index}
        count={2}
        onTurn={(to) => {
          turns.push(to)
          setIndex(to)
        }}
        of="Perks"
      />
    )
  }
  render(<List />)
  const next = screen.getByRole('button', { name: 'Next page' })
  next.focus()
  fireEvent.click(next)
  expect(screen.getByText('2 / 2')).toBeTruthy()
  expect([document.activeElement, next.getAttribute('aria-disabled')]).toEqual([next, 'true'])
  fireEvent.click(next)
  expect(turns).toEqual([1])
})
