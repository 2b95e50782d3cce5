import { act, cleanup, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useGoToNew } from './use-go-to-new.ts'

afterEach(cleanup)

let read: (lines: string[]) => void = () => {}

/** A list with "more" and "fewer", and a field where someone may go on typing. */
function Lines(): ReactNode {
  const { list, fromLast, toFirst } = useGoToNew<HTMLUListElement>()
  const [lines, setLines] = useState(['a', 'b'])
  const press = (begin: () => () => void) => () => {
    const goOn = begin()
    read = (all) => {
      setLines(all)
      goOn()
    }
  }
  return (
    <>
      <input aria-label="next code" />
      <ul ref={list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" onClick={press(fromLast)}>
        more
      </button>
      <button type="button" onClick={press(toFirst)}>
        fewer
      </button>
    </>
  )
}

it.each([
  ['more', ['a', 'b', 'c', 'd'], 'c'],
  ['fewer', ['a'], 'a'],
])('“%s” moves the focus to the right line, unless someone has gone on typing elsewhere', (name, lines, line) => {
  render(<Lines />)
  const press = (): void => {
    screen.getByRole('button', { name }).focus()
    screen.getByRole('button', { name }).click()
  }
  act(press)
  act(() => read(lines))
  expect(document.activeElement?.textContent).toBe(line)

  act(press)
  screen.getByLabelText('next code').focus()
  act(() => read(lines))
  expect(document.activeElement).toBe(screen.getByLabelText('next code'))
})
