import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startWords } from '#web/lib/i18n.ts'
import { SearchForm } from './search-form.tsx'

beforeAll(() => startWords('en'))
afterEach(cleanup)

it('half a date is no search without a bound (H33)', async () => {
  const asked: string[] = []
  const { container } = render(<SearchForm selection={new URLSearchParams()} onSearch={(selection) => asked.push(selection.toString())} />)
  const field = container.querySelector<HTMLInputElement>('input[name=from]')!
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Search' })))
  const validity = vi.spyOn(field, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
  await press()
  expect(screen.getByRole('alert').textContent).toBe('This is no date with a time')
  expect(document.activeElement).toBe(field)
  expect(asked).toEqual([])
  validity.mockRestore()
  await press()
  expect(asked).toEqual([''])
})
