import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import type { TravelMoment } from '#web/lib/reads/travel-moment.ts'
import { MomentForm } from './moment-form.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('reports an error until the field is a valid moment, not until the next attempt', async () => {
  const moved: TravelMoment[] = []
  render(<MomentForm at={undefined} isPast={false} asks={0} onMove={(moment) => moved.push(moment)} />)
  const field = screen.getByLabelText<HTMLInputElement>('Exact date and time (Armenian time)')
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button')))
  await press()
  expect(screen.getByRole('alert').textContent).toBe('Please enter a date and a time')
  fireEvent.change(field, { target: { value: '2026-11-20T10:15' } })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(moved).toEqual([])
  await press()
  expect(moved).toEqual([{ kind: 'at', at: '2026-11-20T06:15:00.999Z' }])
})

it('a late reply does not replace a moment being typed, but the next requested moment does (H30)', async () => {
  const form = (at: string, asks: number) => <MomentForm at={at} isPast asks={asks} onMove={() => undefined} />
  const { rerender } = render(form('2026-11-20T06:00:07Z', 0))
  const field = screen.getByLabelText<HTMLInputElement>('Exact date and time (Armenian time)')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const shown = (at: string, asks: number): string => {
    rerender(form(at, asks))
    return field.value
  }
  expect(shown('2026-11-20T07:00:07Z', 1)).toBe('2026-11-20T11:00:07')
  type('2026-11-19T10:15:07')
  expect(shown('2026-11-20T08:00:07Z', 1)).toBe('2026-11-19T10:15:07')
  expect(shown('2026-11-20T09:00:07Z', 2)).toBe('2026-11-20T13:00:07')
  type('2026-11-18T10:15:07')
  await act(async () => void fireEvent.submit(field.form!))
  expect(shown('2026-11-18T06:15:07Z', 2)).toBe('2026-11-18T10:15:07')
  expect(shown('2026-11-18T06:16:07Z', 2)).toBe('2026-11-18T10:16:07')
})
