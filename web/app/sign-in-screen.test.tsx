import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { loadWords, startWords } from '#web/lib/i18n.ts'
import { SignInScreen } from './sign-in-screen.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const NARE = 'nare@hatik.test'

async function signIn(email: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Correct-horse-1' } })
  await act(async () => screen.getByRole('button', { name: 'Sign in' }).click())
}

it('whoever signs in before the address is verified is offered another link in one place, where the sign-up has left it (R207)', async () => {
  await startWords('en')
  await loadWords(['people', 'person', 'fields'])
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ code: 'email_unverified', message: 'Please verify your email address before logging in.', requestId: 'r' }, { status: 403 }),
  )
  vi.stubGlobal('fetch', fetched)
  render(
    <MemoryRouter>
      <SignInScreen checkEmail={{ email: NARE, isBusiness: false }} />
    </MemoryRouter>,
  )
  const offers = (): unknown[] => screen.queryAllByRole('button', { name: 'Resend verification' })
  expect(await screen.findAllByRole('button', { name: 'Resend verification' })).toHaveLength(1)
  await signIn(NARE)
  await expect.poll(() => fetched.mock.calls.length).toBe(1)
  await act(async () => {})
  expect(offers()).toHaveLength(1)

  // Another address is another matter.
  await signIn('ani@hatik.test')
  await expect.poll(() => offers().length).toBe(2)
})
