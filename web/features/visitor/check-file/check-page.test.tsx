import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startWords } from '#web/lib/words/i18n.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import { CheckPage } from './check-page.tsx'

beforeAll(async () => {
  await startWords('en')
  await withWords(async () => undefined, ['audit'])
})
afterEach(cleanup)

it('who stops the check of a file is where the next one is chosen, and not at the top of the page (WCAG 2.4.3)', async () => {
  // One whose reading never comes to an end.
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
