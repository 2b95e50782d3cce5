import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { sonner } from './toast-place.tsx'
import { toast, Toaster } from './toast.tsx'

afterEach(() => {
  cleanup()
  sonner.dismiss()
})

/** A toast over a page with a focused field. */
async function said(text: string): Promise<HTMLElement> {
  render(
    <>
      <input aria-label="Amount" />
      <Toaster />
    </>,
  )
  screen.getByLabelText('Amount').focus()
  toast.success(text)
  await screen.findByText(text)
  return screen.getByLabelText('Amount')
}

it.each([
  ['en', 'Dismiss the message'],
  ['am', 'Թաքցնել հաղորդագրությունը'],
] as const)(
  "a toast's button dismisses it without moving the focus, or returns the focus if it was there (%s)",
  async (language, name) => {
    await startAllWords(language)
    const field = await said('Saved')
    const button = screen.getByRole('button', { name })
    expect(document.activeElement).toBe(field)
    expect(screen.getByText('Saved').compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(field))
  },
)

it('Escape dismisses only a focused toast, and nothing else handles it; elsewhere it ignores the toast', async () => {
  await startAllWords('en')
  const field = await said('Saved')
  const heard = vi.fn<() => void>()
  document.addEventListener('keydown', heard)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(heard).toHaveBeenCalledOnce()
  expect(sonner.getToasts()).toHaveLength(1)

  const button = screen.getByRole('button', { name: 'Dismiss the message' })
  button.focus()
  fireEvent.keyDown(button, { key: 'Escape' })
  document.removeEventListener('keydown', heard)
  expect(heard).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field))
})
