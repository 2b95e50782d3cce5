import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import ReviewForm from './review-form.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('reports a missing or too long field only after sending and until corrected, and focuses the first (R171)', async () => {
  render(
    <ReadProvider userId={61}>
      <ReviewForm slug="kofe-tun" buyerId={61} onDone={() => undefined} />
    </ReadProvider>,
  )
  const write = (signs: number) =>
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'x'.repeat(signs) } })
  const [rating, comment] = ['Please select a rating', 'Comment cannot exceed 500 characters']
  const said = () => [rating, comment].filter((words) => screen.queryByText(words))
  write(502)
  expect(said()).toEqual([])
  await act(async () => screen.getByRole('button', { name: 'Send review' }).click())
  expect(said()).toEqual([rating, comment])
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' }))
  expect(screen.getByRole('radiogroup', { name: 'Your rating' }).getAttribute('aria-invalid')).toBe('true')
  write(501)
  expect(said()).toEqual([rating, comment])
  fireEvent.click(screen.getByRole('radio', { name: '4 stars' }))
  expect(said()).toEqual([comment])
  await act(async () => screen.getByRole('button', { name: 'Send review' }).click())
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  write(500)
  expect(said()).toEqual([])
})
