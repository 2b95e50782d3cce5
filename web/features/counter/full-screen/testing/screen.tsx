/** Test harness of the counter's screen: a server of canned replies, and keys with times of their own. */
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { RecentAward, RecentUse } from '#contracts/calls/counter.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../../infra/testing/all-words.ts'
import { CounterScreen } from '../counter-screen.tsx'

/** One outbox per test, because awards without a reply wait for ever. */
let businesses = 700

export interface Server {
  sent: { path: string; body: unknown }[]
  /** Answers a call in place of the canned reply. */
  answers: Map<string, () => Response | Promise<Response>>
  awards: RecentAward[]
  uses: RecentUse[]
}

export const HERE = {
  balance: '8.0',
  affordable: [{ name: 'Cookie', pointsRequired: '5.0' }],
  next: { name: 'Coffee', pointsRequired: '10.0' },
}
export const refusal = (status: number, code: string): Response => Response.json({ code, message: code }, { status })

export function openCounter(awards: RecentAward[] = []): Server {
  const businessId = (businesses += 1)
  const server: Server = { sent: [], answers: new Map(), awards, uses: [] }
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const call = path.replace(/^\/api\/(business\/\d+\/)?/, '').replace(/\?.*/, '')
    if (init?.method === 'POST') server.sent.push({ path: call, body: JSON.parse(String(init.body)) })
    const own = [...server.answers].find(([start]) => call.startsWith(start))?.[1]
    return own ? own() : canned(call, server, init)
  })
  render(
    <MemoryRouter>
      <ReadProvider userId={businessId}>
        <CounterScreen businessId={businessId} businessName="Café" />
      </ReadProvider>
    </MemoryRouter>,
  )
  return server
}

function canned(call: string, server: Server, init?: RequestInit): Response {
  if (call.startsWith('buyer/verify/'))
    return Response.json({ buyerId: call.split('/').at(-1), hint: 'A.', message: '', here: HERE })
  if (call === 'awards') return Response.json({ awards: server.awards, next: null })
  if (call === 'award-points') {
    const { buyerId, amountSpent } = JSON.parse(String(init?.body)) as { buyerId: string; amountSpent: number }
    const points = Math.floor(amountSpent / 50) / 10
    return Response.json(
      { awardId: 'a', points, buyerId, amountSpent, balance: (8 + points).toFixed(1), message: '' },
      { status: 201 },
    )
  }
  const perk = { redemptionId: 'r', perk: { name: 'Coffee', pointsRequired: '10.0' }, buyer: { buyerId: 'KH0001' } }
  if (call.startsWith('redemptions/') && init?.method !== 'POST')
    return Response.json({ ...perk, state: 'pending', createdAt: '2026-11-20T12:00:00.000Z', usedAt: null })
  if (call === 'redemptions') return Response.json({ uses: server.uses })
  if (call === 'verify-redemption') {
    const { redemptionCode } = JSON.parse(String(init?.body)) as { redemptionCode: string }
    const at = new Date().toISOString()
    server.uses = [
      { ...perk, code: redemptionCode, usedAt: at, undone: false, undo: { possible: true, until: at } },
      ...server.uses,
    ]
    return Response.json({ ...perk, message: '' })
  }
  if (call.endsWith('/reopen')) {
    server.uses = server.uses.map((use) => ({
      ...use,
      code: null,
      undone: true,
      undo: { ...use.undo, possible: false },
    }))
    return Response.json({ ...perk, message: '' })
  }
  return refusal(404, 'not_found')
}

let nowMs = 0

/** What is said to be wrong. */
export const alerts = (): string =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('')

/** Presses one key where the focus is, `afterMs` after the one before. */
export async function key(
  name: string,
  afterMs = 200,
  target = document.activeElement ?? document.body,
): Promise<void> {
  nowMs += afterMs
  const event = createEvent.keyDown(target, { key: name })
  Object.defineProperty(event, 'timeStamp', { value: nowMs })
  await act(async () => void fireEvent(target, event))
}

/** Types as a person does, and as a hand scanner does with `everyMs` of 5. */
export async function keys(text: string, everyMs = 200): Promise<void> {
  for (const sign of text) await key(sign, everyMs)
}

export async function scan(code: string): Promise<void> {
  await key(code.slice(0, 1))
  await keys(code.slice(1), 5)
  await key('Enter', 5)
}

export const press = (name: string | RegExp): Promise<void> =>
  act(async () => screen.getByRole('button', { name }).click())
export const amount = (): string =>
  screen.getByLabelText<HTMLInputElement>('Amount spent, AMD').value.replace('\u00a0', ' ')

/** Registers the hooks around each test. */
export function startScreens(): void {
  beforeAll(() => startAllWords('en'))
  beforeEach(() => localStorage.setItem('hatik.counter-camera-off', 'true'))
  afterEach(cleanup)
  afterEach(() => vi.unstubAllGlobals())
}
