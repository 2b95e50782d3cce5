import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PushSubscribe } from '#contracts/calls/account/push.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import PushQuestion from './push-question.tsx'

let asked: number
/** Calls that the stubbed server has answered. */
let answered: string[]
let userId = 800

beforeEach(async () => {
  asked = 0
  answered = []
  localStorage.clear()
  await startAllWords('en')
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit) => {
    answered.push(method)
    if (method === 'GET') return Response.json({ publicKey: 'key', subscriptions: [] })
    const { kinds, language, endpoint } = JSON.parse(String(body)) as PushSubscribe
    const id = '11111111-1111-4111-8111-111111111111'
    return Response.json({
      id,
      endpoint,
      kinds,
      language,
      createdAt: '2026-11-20T10:00:00.000Z',
      isOfThisSession: true,
    })
  })
  const notification: { permission: NotificationPermission; requestPermission: () => Promise<string> } = {
    permission: 'default',
    requestPermission: async () => {
      asked += 1
      return (notification.permission = 'denied')
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('navigator', {
    userAgent: 'test',
    onLine: true,
    serviceWorker: { getRegistration: async () => ({ pushManager: { getSubscription: async () => null } }) },
  })
})

/** A person who allows notifications, in a browser whose worker is active once `ready` resolves. */
function allowing(ready: Promise<unknown>): void {
  const notification = { permission: 'default', requestPermission: async () => (notification.permission = 'granted') }
  const installing = {
    getSubscription: async () => null,
    subscribe: () => Promise.reject(new DOMException('no active worker', 'AbortError')),
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('navigator', {
    userAgent: 'test',
    onLine: true,
    serviceWorker: { ready, getRegistration: async () => ({ pushManager: installing }) },
  })
}

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <MemoryRouter>
      <ReadProvider userId={(userId += 1)}>
        <PushQuestion />
      </ReadProvider>
    </MemoryRouter>,
  )
/** Later than the question would appear. */
async function afterAnswer(): Promise<void> {
  await waitFor(() => expect(answered).toEqual(['GET']))
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve))))
}
const button = (name: string) => screen.findByRole('button', { name })

it('the browser asks after a press only, and a refusal is answered with where to allow it', async () => {
  show()
  const yes = await button('Tell me about points')
  expect(asked).toBe(0)
  await act(async () => yes.click())
  const said = await screen.findByText(/Your browser blocks notifications/)
  expect([asked, document.activeElement]).toEqual([1, said])
})

it('"Not now" is remembered by the browser, which asks no more', async () => {
  show()
  const no = await button('Not now')
  await act(async () => no.click())
  expect(await screen.findByText('You can turn notifications on later.')).toBeDefined()
  expect(asked).toBe(0)
  cleanup()
  answered = []
  const { container } = show()
  await afterAnswer()
  expect(container.textContent).toBe('')
})

it('waits for a service worker that is still being installed', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  allowing(promise)
  show()
  const yes = await button('Tell me about points')
  await act(async () => yes.click())
  const own = {
    endpoint: 'https://push.example/a',
    toJSON: () => ({ endpoint: 'https://push.example/a', keys: { p256dh: 'p', auth: 'a' } }),
  }
  resolve({ pushManager: { getSubscription: async () => null, subscribe: async () => own } })
  expect(await screen.findByText('Notifications are on in this browser.')).toBeDefined()
  expect(answered).toContain('PUT')
})

it('a person who allows notifications is asked again if the browser could not subscribe', async () => {
  const subscribe = () => Promise.reject(new DOMException('no push service', 'AbortError'))
  allowing(Promise.resolve({ pushManager: { getSubscription: async () => null, subscribe } }))
  render(<Toaster />)
  show()
  const yes = await button('Tell me about points')
  await act(async () => yes.click())
  expect(await screen.findByText('Could not change the notifications')).toBeDefined()
  expect([await button('Tell me about points'), localStorage.length]).toEqual([yes, 0])
})

it('nothing is asked where the person has answered the browser before, or it has no notifications', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' })
  const { container } = show()
  await afterAnswer()
  expect(container.textContent).toBe('')
  cleanup()
  vi.stubGlobal('navigator', { userAgent: 'test', onLine: true })
  expect(show().container.textContent).toBe('')
})
