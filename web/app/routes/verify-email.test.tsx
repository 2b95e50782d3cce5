import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { VerifyEmailReply } from '#contracts/calls/account/accounts.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { currentUser, setUser } from '#web/lib/session/session.ts'
import VerifyEmailPage from './verify-email.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())
afterEach(() => setUser(null))

const verified: VerifyEmailReply = {
  id: 5,
  buyerId: 'AN1234',
  firstName: 'Ani',
  lastName: 'Sargsyan',
  email: 'ani@hatik.test',
  phone: null,
  role: 'buyer',
  language: 'en',
  autoLogin: true,
  isPendingApproval: false,
  message: 'Email verified',
}

it('a link signs in once: going back to its page after a sign-out stays signed out (R123, R125)', async () => {
  await startAllWords('en')
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json(verified)
  })
  const open = () =>
    render(
      <MemoryRouter initialEntries={['/verify-email?token=once']}>
        <ReadProvider userId={0}>
          <VerifyEmailPage />
        </ReadProvider>
      </MemoryRouter>,
    )
  const page = open()
  await vi.waitFor(() => expect(currentUser()?.id).toBe(5))
  page.unmount()
  act(() => setUser(null))
  open()
  await screen.findByText(/Ani/)
  expect([currentUser(), asked]).toEqual([null, 1])
})
