import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import { CheckPage } from './check-page.tsx'

beforeAll(async () => {
  await startAllWords('en')
  await withWords(async () => undefined, ['audit'])
})
afterEach(cleanup)

it('stopping a check moves the focus to the file field, not to the top of the page (WCAG 2.4.3)', async () => {
  // A file whose reading never ends.
  const file = Object.assign(new File(['{}'], 'statement.jsonl'), {
    slice: () => ({ arrayBuffer: () => new Promise(() => undefined) }),
  })
  render(<CheckPage />)
  const input = screen.getByLabelText('Choose a file')
  await act(async () => fireEvent.change(input, { target: { files: [file] } }))
  const stop = screen.getByRole('button', { name: 'Stop' })
  stop.focus()
  await act(async () => stop.click())
  expect(document.activeElement).toBe(input)
})
