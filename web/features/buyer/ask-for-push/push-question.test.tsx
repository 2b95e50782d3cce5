import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import PushQuestion from './push-question.tsx'

let asked: number
let userId = 800

beforeEach(async () => {
  asked = 0
  localStorage.clear()
  await startAllWords('en')
  vi.stubGlobal('fetch', async () => Response.json({ publicKey: 'key', subscriptions: [] }))
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
  const { container } = show()
  await act(async () => undefined)
  expect(container.textContent).toBe('')
})

it('nothing is asked where the person has answered the browser before, or it has no notifications', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' })
  const { container } = show()
  await act(async () => undefined)
  expect(container.textContent).toBe('')
  cleanup()
  vi.stubGlobal('navigator', { userAgent: 'test', onLine: true })
  expect(show().container.textContent).toBe('')
})
