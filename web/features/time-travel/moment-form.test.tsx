import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startWords } from '#web/lib/i18n.ts'
import type { TravelMoment } from '#web/lib/travel-moment.ts'
import { MomentForm } from './moment-form.tsx'

beforeAll(() => startWords('en'))
afterEach(cleanup)

it('what was wrong is said until the field names a moment, not until the next try', async () => {
  const moved: TravelMoment[] = []
  render(<MomentForm at={undefined} isPast={false} onMove={(moment) => moved.push(moment)} />)
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
