import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { onConfirmation } from '#web/lib/api/confirmed.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { currentUser, setUser, useUser } from '#web/lib/session/session.ts'
import { ProfileForm } from './profile-form.tsx'

const ANI: SessionUser = {
  id: 7,
  buyerId: 'AN1234',
  firstName: 'Ani',
  lastName: 'Sargsyan',
  email: 'old@hatik.test',
  phone: null,
  role: 'buyer',
  language: 'en',
}
const REFUSED = {
  code: 'confirmation_required',
  message: 'Please confirm with your password',
}

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(() => {
  cleanup()
  dropReadCache()
  setUser(null)
  vi.unstubAllGlobals()
})

const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const Own = () => {
  const user = useUser()
  return user ? <ProfileForm user={user} onPasswordChanged={() => undefined} /> : null
}

function open(): object[] {
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return new Response(JSON.stringify({ ...ANI, email: 'new@hatik.test' }))
    sent.push(JSON.parse(String(init.body)) as object)
    return new Response(JSON.stringify(REFUSED), { status: 403 })
  })
  setUser(ANI)
  render(
    <ReadProvider userId={7}>
      <Own />
      <Toaster />
    </ReadProvider>,
  )
  return sent
}
const save = () => act(async () => screen.getByRole('button', { name: 'Save' }).click())

it('an address changed elsewhere is reported and shown, and typed text stays (H20)', async () => {
  open()
  fireEvent.change(field('Phone (optional)'), { target: { value: '091 12 34 56' } })
  await save()
  expect(await screen.findByText(/changed on another device/)).toBeDefined()
  expect([field('Email').value, field('Phone (optional)').value]).toEqual(['new@hatik.test', '091 12 34 56'])
})

it('details saved on another device since appear in the form, and a save does not revert them', async () => {
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method === 'PATCH') sent.push(JSON.parse(String(init.body)) as object)
    return Response.json({ ...ANI, phone: '+37491123456', pendingEmail: null, passwordChanged: false })
  })
  setUser(ANI)
  render(
    <ReadProvider userId={7}>
      <Own />
    </ReadProvider>,
  )
  fireEvent.change(field('Last name'), { target: { value: 'Petrosyan' } })
  await waitFor(() => expect(field('Phone (optional)').value).toBe('+37491123456'))
  await save()
  expect(sent).toMatchObject([{ lastName: 'Petrosyan', phone: '+37491123456' }])
})

it('a new address asks for the password in place, and reports a missing one (H20)', async () => {
  const sent = open()
  await screen.findByDisplayValue('new@hatik.test')
  const asked = vi.fn<() => Promise<boolean>>(async () => false)
  onConfirmation(asked)
  fireEvent.change(field('Email'), { target: { value: 'newer@hatik.test' } })
  await save()
  expect([sent.length, asked.mock.calls.length]).toEqual([1, 1])
  expect(await screen.findByText('Nothing was changed, because the password was not entered')).toBeDefined()
  onConfirmation(async () => true)
  await save()
  expect(sent).toMatchObject([{}, { email: 'newer@hatik.test' }, { email: 'newer@hatik.test' }])
})

it('a new address shows as unverified until verified, also on another screen (H20)', async () => {
  open()
  vi.stubGlobal('fetch', async () => Response.json({ ...ANI, pendingEmail: 'new@hatik.test', passwordChanged: false }))
  fireEvent.change(field('Email'), { target: { value: 'new@hatik.test' } })
  await save()
  expect(await screen.findByText('Verify your new address')).toBeDefined()
  await act(async () => setUser({ ...ANI, email: 'new@hatik.test' }))
  expect(field('Email').value).toBe('new@hatik.test')
  expect(screen.queryByText('Verify your new address')).toBeNull()
})

it('an unverified new address shows after a reload, too (H20)', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...ANI, pendingEmail: 'new@hatik.test' }))
  setUser(ANI)
  render(
    <ReadProvider userId={7}>
      <Own />
    </ReadProvider>,
  )
  expect((await screen.findByText(/new@hatik\.test/)).textContent).toContain('new@hatik.test')
})

it.each([
  ['nobody', null],
  ['somebody else', { ...ANI, id: 8, email: 'davit@hatik.test' }],
] as const)(
  'a late reply after a sign-out neither signs the user in nor leaves her data on the device: %s is here then (R148)',
  async (_, next) => {
    open()
    const saved = Promise.withResolvers<Response>()
    const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async (_path, { method }) =>
      method === 'PATCH' ? saved.promise : Response.json(ANI),
    )
    vi.stubGlobal('fetch', asked)
    fireEvent.change(field('Phone (optional)'), { target: { value: '091 12 34 56' } })
    await save()
    await waitFor(() => expect(asked.mock.calls.map(([, { method }]) => method)).toContain('PATCH'))
    act(() => setUser(next))
    await act(async () =>
      saved.resolve(Response.json({ ...ANI, phone: '+37491123456', pendingEmail: null, passwordChanged: false })),
    )
    expect([currentUser()?.id, localStorage.getItem('hatik.user')?.includes(ANI.email)]).toEqual([
      next?.id,
      next === null ? undefined : false,
    ])
  },
)
