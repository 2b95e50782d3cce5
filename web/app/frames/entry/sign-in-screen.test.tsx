import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { rememberNewCode } from '#web/lib/session/new-code.ts'
import { SignInScreen } from './sign-in-screen.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const NARE = 'nare@hatik.test'

async function signIn(email: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Correct-horse-1' } })
  await act(async () => screen.getByRole('button', { name: 'Sign in' }).click())
}

const refuse = (message: string, status = 403) => {
  const fetched = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ code: 'forbidden', message, requestId: 'r' }, { status }),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

it('signing in with an unverified address offers a new link once, where the sign-up already does (R207)', async () => {
  await startAllWords('en')
  const fetched = refuse('Please verify your email address before logging in.')
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

  // Another address is another case.
  await signIn('ani@hatik.test')
  await expect.poll(() => offers().length).toBe(2)
})

it.each([
  ['Pending Confirmation', 'Your business is waiting for approval. It usually takes about 24 hours.'],
  ['Account Suspended', 'This account is suspended. Please contact the administrator.'],
  ['Registration Rejected', 'Your business registration was not accepted. Please see the reason in our email.'],
])(
  'the reason for a refused account stays on the page with a contact, because another password would not help (%s; R207)',
  async (message, words) => {
    await startAllWords('en')
    refuse(message)
    render(
      <MemoryRouter>
        <SignInScreen />
      </MemoryRouter>,
    )
    await signIn(NARE)
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain(words)
    expect(within(notice).getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact')
  },
)

it('too many attempts offer the way by a mailed link', async () => {
  await startAllWords('en')
  refuse('Rate limit exceeded', 429)
  render(
    <MemoryRouter>
      <SignInScreen />
    </MemoryRouter>,
  )
  await signIn(NARE)
  const link = await screen.findByRole('link', { name: 'Sign in with a link from an email' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
})

it('a browser that signed up shows the code beside the sign-in, and says what waits for the verified address', async () => {
  await startAllWords('en')
  rememberNewCode('KH0001')
  render(
    <MemoryRouter>
      <SignInScreen />
    </MemoryRouter>,
  )
  expect((await screen.findByTestId('buyer-code')).textContent).toContain('KH')
  expect(screen.getByText(/Before you redeem a perk, verify your email address/)).toBeDefined()
  cleanup()
  localStorage.clear()
  render(
    <MemoryRouter>
      <SignInScreen />
    </MemoryRouter>,
  )
  await screen.findByLabelText('Email')
  expect(screen.queryByTestId('buyer-code')).toBeNull()
})
