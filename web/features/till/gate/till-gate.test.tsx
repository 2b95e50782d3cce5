import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import { acted } from '#web/lib/calls/acted.ts'
import { tillUnlock } from '#web/lib/outbox/till-unlock.ts'
import { setUser } from '#web/lib/session/session.ts'
import {
  ANI,
  askServer,
  COUNTER,
  DAVIT,
  key,
  NO_TILL,
  openPage,
  openTill,
  openUnlocked,
  OWNER,
  PIN,
  press,
  refusal,
  seesCounter,
  server,
  startTablets,
  tillOf,
  typePin,
} from './testing/tablet.tsx'
import { askTill, pairWith } from '#web/lib/session/till-state.ts'

startTablets()

it('a browser that is no till shows the other page', () => {
  openPage()
  expect(screen.getByText(NO_TILL)).toBeDefined()
})

it('a signed-in owner is not asked for a PIN, also where the browser was a till before', async () => {
  server.till = tillOf()
  await askTill()
  setUser(OWNER)
  openPage()
  expect(screen.getByText(NO_TILL)).toBeDefined()
})

it('a till of a shop without people opens the counter without a PIN and without a bar', async () => {
  await openTill({ names: [] })
  expect(await screen.findByText(COUNTER)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull()
})

it('a shop whose people are all inactive stays locked, and the screen says who can change that', async () => {
  server.till = { ...tillOf({ names: [] }), needsPin: true }
  await askTill()
  openPage()
  expect(await screen.findByText('Nobody can unlock this till')).toBeDefined()
  expect(seesCounter()).toBe(false)
})

it('the bar of an unlocked till names the person, and its button locks here and on the server', async () => {
  await openUnlocked()
  expect(screen.getByRole('region', { name: 'Who is working' }).textContent).toContain('Ani Petrosyan')
  expect(tillUnlock()).toBe(`${ANI}.1.proof`)
  await press('Lock')
  expect(seesCounter()).toBe(false)
  expect(document.activeElement?.textContent).toBe('Who is at the till?')
  expect([server.locks, tillUnlock()]).toEqual([1, undefined])
})

it('an unlocking waits for the lock before it, which would lock that person out', async () => {
  await openUnlocked()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.lockWaits = promise
  await press('Lock')
  await press('Davit Cashier')
  await typePin(PIN)
  expect(server.till?.unlockedBy).toBe(ANI)
  await act(async () => resolve())
  expect(await screen.findByText(COUNTER)).toBeDefined()
  expect(server.till?.unlockedBy).toBe(DAVIT)
})

it('locks by itself after its idle time, which every touch begins anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    await openTill({ locksAfterSeconds: 60 })
    await press('Ani Petrosyan Cashier')
    await typePin(PIN)
    await vi.waitFor(() => expect(seesCounter()).toBe(true))
    await act(() => vi.advanceTimersByTimeAsync(50_000))
    await key('Shift')
    await act(() => vi.advanceTimersByTimeAsync(50_000))
    expect(seesCounter()).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(seesCounter()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

it('a till that locks after each act shows the result for three seconds, and gives the next act to nobody', async () => {
  await openUnlocked({ locksAfterSeconds: 0 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await act(() => acted(Promise.resolve()))
    expect([seesCounter(), tillUnlock()]).toEqual([true, undefined])
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(seesCounter()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

it('whoever had unlocked the till goes on after a reload, unless the server has locked it meanwhile', async () => {
  const page = await openUnlocked()
  page.close()
  openPage()
  await askServer()
  expect([seesCounter(), tillUnlock()]).toEqual([true, `${ANI}.1.proof`])
  server.till = tillOf()
  await askServer()
  expect(seesCounter()).toBe(false)
})

it('a refusal because the till is locked brings the lock screen', async () => {
  await openUnlocked()
  vi.stubGlobal('fetch', async () => refusal(403, 'till_locked'))
  await act(async () => void (await api.read('/api/buyer/verify/AN1234', anyReply).catch(() => undefined)))
  expect(seesCounter()).toBe(false)
})

it('without a network the person goes on, locking asks first, and then the screen says why nobody can unlock', async () => {
  await openUnlocked()
  server.isOnline = false
  await act(async () => void window.dispatchEvent(new Event('offline')))
  await askServer()
  await press('Lock')
  expect(seesCounter()).toBe(true)
  await press('Lock')
  expect(seesCounter()).toBe(false)
  expect(await screen.findByText('The till can be unlocked once the connection is back.')).toBeDefined()
  // The server had not heard of it.
  server.isOnline = true
  await askServer()
  await waitFor(() => expect(server.locks).toBe(1))
})

it('a till that was disconnected says so, forgets its people and offers to pair again', async () => {
  await openUnlocked()
  server.till = null
  await askServer()
  expect(screen.getByRole('heading', { name: 'This till was disconnected' })).toBe(document.activeElement)
  expect(screen.getByRole('link', { name: 'Pair again' }).getAttribute('href')).toBe('/till')
  expect([localStorage.getItem('hatik.till'), tillUnlock()]).toEqual([null, undefined])
})

it('a suspended business is named as the reason, and the till works again after that', async () => {
  await openTill()
  await askServer()
  server.refusal = () => refusal(403, 'account_suspended')
  await askServer()
  expect(screen.getByText('This account is suspended. Please contact the administrator.')).toBeDefined()
  server.refusal = undefined
  await press('Try Again')
  expect(await screen.findByRole('heading', { name: 'Who is at the till?' })).toBeDefined()
})

it('pairing makes this browser a till, and signs its user out', async () => {
  setUser(OWNER)
  server.till = tillOf()
  await pairWith('SRCH2345', 'key')
  openPage()
  expect(await screen.findByRole('heading', { name: 'Who is at the till?' })).toBeDefined()
  expect(localStorage.getItem('hatik.user')).toBeNull()
})
