import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PushSubscribe, PushSubscriptionEntry } from '#contracts/calls/account/push.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import PushSwitches from './push-switches.tsx'

const ENDPOINT = 'https://push.example/a'

let rows: PushSubscriptionEntry[]
let calls: string[]
let own: object | null
/** After a write, the browser does not answer the next question about its subscription. */
let isSlow: boolean
let isHeld: boolean
let userId = 700

/** A browser with the push interface; its person answers its question so, and its push service may refuse. */
function browser(answer: NotificationPermission, isRefused = false): void {
  const notification = { permission: 'default', requestPermission: async () => (notification.permission = answer) }
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      calls.push('unsubscribe')
      own = null
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => {
      if (!isHeld) return own
      isHeld = false
      return new Promise<never>(() => undefined)
    },
    subscribe: async () => {
      if (isRefused) throw new DOMException('no push service', 'AbortError')
      return (own = subscription)
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('navigator', {
    userAgent: 'test',
    onLine: true,
    serviceWorker: { getRegistration: async () => ({ pushManager }), ready: Promise.resolve({ pushManager }) },
  })
}

beforeEach(async () => {
  rows = []
  calls = []
  own = null
  isSlow = false
  isHeld = false
  await startAllWords('en')
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json({ publicKey: 'AQID', subscriptions: rows })
    calls.push(method)
    isHeld = isSlow
    if (method === 'DELETE') {
      rows = []
      return Response.json({ message: 'ended' })
    }
    const { kinds, language, endpoint } = JSON.parse(String(body)) as PushSubscribe
    const id = '11111111-1111-4111-8111-111111111111'
    rows = [{ id, endpoint, kinds, language, isOfThisSession: true, createdAt: '2026-11-20T10:00:00.000Z' }]
    return Response.json(rows[0])
  })
})
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <ReadProvider userId={(userId += 1)}>
      <PushSwitches />
      <Toaster />
    </ReadProvider>,
  )
const kinds = async () =>
  ((await screen.findAllByRole('checkbox')) as HTMLInputElement[])
    .filter(({ checked }) => checked)
    .map(({ name }) => name)
const press = async (name: string) => {
  const box = await screen.findByRole('checkbox', { name })
  await act(async () => box.click())
}

it('the first switch asks the browser, each one is saved at once, and the last one off ends the subscription', async () => {
  browser('granted')
  show()
  expect(await kinds()).toEqual([])
  await press('Points received')
  await waitFor(async () => expect(await kinds()).toEqual(['points']))
  await press('A code about to end')
  await waitFor(async () => expect(await kinds()).toEqual(['points', 'code']))
  await press('Points received')
  await waitFor(async () => expect(await kinds()).toEqual(['code']))
  await press('A code about to end')
  await waitFor(async () => expect(await kinds()).toEqual([]))
  expect(calls).toEqual(['PUT', 'PUT', 'PUT', 'DELETE', 'unsubscribe'])
})

it('a second switch adds to the first, also before the browser says again what it has', async () => {
  browser('granted')
  isSlow = true
  show()
  expect(await kinds()).toEqual([])
  await press('Points received')
  await waitFor(() => expect([calls.length, document.querySelector('[aria-busy]')]).toEqual([1, null]))
  await press('A code about to end')
  await waitFor(() => expect(rows[0]?.kinds).toEqual(['points', 'code']))
})

it('where the push service fails, the settings of the browser are not blamed', async () => {
  browser('granted', true)
  show()
  await press('Points received')
  expect(await screen.findByText('Could not change the notifications')).toBeDefined()
  expect(screen.queryByText(/Your browser blocks notifications/)).toBeNull()
  expect(calls).toEqual([])
})

it('a refused permission changes nothing and says where to allow it', async () => {
  browser('denied')
  show()
  await press('Points received')
  expect(await screen.findByText(/Your browser blocks notifications/)).toBeDefined()
  expect(calls).toEqual([])
})

it('a subscription that somebody else left in this browser is ended', async () => {
  browser('granted')
  own = { endpoint: ENDPOINT, unsubscribe: async () => void calls.push('unsubscribe') }
  show()
  await waitFor(() => expect(calls).toEqual(['unsubscribe']))
})

it('a subscription of an earlier session is saved again with its kinds', async () => {
  browser('granted')
  const first = show()
  await press('Points received')
  await waitFor(async () => expect(await kinds()).toEqual(['points']))
  first.unmount()
  calls = []
  rows = rows.map((row) => ({ ...row, isOfThisSession: false }))
  show()
  await waitFor(() => expect(calls).toEqual(['PUT']))
  expect(rows).toMatchObject([{ kinds: ['points'], isOfThisSession: true }])
})

it.each([
  ['iPhone', /first add Hatik to the Home Screen/],
  ['iPhone, from the Home Screen', 'This browser cannot show notifications.'],
  ['something else', 'This browser cannot show notifications.'],
] as const)('a browser without notifications (%s) says what is needed', async (userAgent, words) => {
  vi.stubGlobal('navigator', { userAgent, onLine: true, maxTouchPoints: 0, standalone: userAgent.includes('from') })
  show()
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
