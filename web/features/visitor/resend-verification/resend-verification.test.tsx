import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import ResendVerification from './resend-verification.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

/** `goOn` runs while the request is in progress. */
async function resend(goOn: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    await promise
    return Response.json({ message: 'sent' })
  })
  render(
    <>
      <input aria-label="Password" />
      <ResendVerification email="ani@new.test" />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Resend verification' })
  button.focus()
  await act(async () => button.click())
  goOn()
  await act(async () => resolve())
}
const said = (): Promise<HTMLElement> => screen.findByText(/a new link is on its way/)

it('the text that replaces the button gets its focus, to be read out and keep the keyboard there (WCAG 2.4.3)', async () => {
  await resend(() => undefined)
  expect(document.activeElement).toBe(await said())
})

it('someone who has moved on keeps the focus', async () => {
  await resend(() => screen.getByRole('textbox').focus())
  await said()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
