import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { DayInput } from './day-input.tsx'

afterEach(cleanup)

it('typing a year digit by digit asks for no day of the first century, and the field keeps the typed text', () => {
  const asked: string[] = []
  function Form(): ReactNode {
    const [day, setDay] = useState('2026-03-01')
    return (
      <>
        <DayInput aria-label="From" day={day} onDay={(next) => (asked.push(next), setDay(next))} />
        <button onClick={() => setDay('2026-11-01')}>This month</button>
      </>
    )
  }
  render(<Form />)
  const field: HTMLInputElement = screen.getByLabelText('From')
  for (const value of ['0002-03-01', '0020-03-01', '0202-03-01']) {
    fireEvent.change(field, { target: { value } })
    expect(field.value).toBe(value)
  }
  expect(asked).toEqual([])
  fireEvent.change(field, { target: { value: '2025-03-01' } })
  fireEvent.change(field, { target: { value: '' } })
  expect(asked).toEqual(['2025-03-01', ''])
  fireEvent.click(screen.getByRole('button'))
  expect(field.value).toBe('2026-11-01')
})
