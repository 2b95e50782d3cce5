/** A till's browser for component tests, with the part of the server that a till calls. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import type { TillReply } from '#contracts/rights/till-calls.ts'
import { setUser } from '#web/lib/session/session.ts'
import { startAllWords } from '../../../../../infra/testing/all-words.ts'
import { TillGate } from '../till-gate.tsx'
import { askTill } from '#web/lib/session/till-state.ts'

export const ANI = '0a6f3a52-7a0e-5b0e-9c55-3f2b8f1c7d10'
export const DAVIT = '1b6f3a52-7a0e-5b0e-9c55-3f2b8f1c7d11'
export const PIN = '4711'
export const NO_TILL = 'No till'
export const COUNTER = 'Counter of Café'
export const OWNER: SessionUser = {
  id: 7,
  buyerId: null,
  firstName: '',
  lastName: '',
  email: 'cafe@hatik.test',
  phone: null,
  role: 'business',
  language: 'en',
}

interface Server {
  /** Null: the session has ended. */
  till: TillReply | null
  /** Refusals of the next calls, except of asking what the till is. */
  refusals: Response[]
  /** Of asking what the till is. */
  refusal: (() => Response) | undefined
  locks: number
  /** Holds calls that lock. */
  lockWaits: Promise<void> | undefined
  isOnline: boolean
}
const STARTED: Server = { till: null, refusals: [], refusal: undefined, locks: 0, lockWaits: undefined, isOnline: true }
export const server: Server = { ...STARTED }

export function tillOf({
  names = ['Ani Petrosyan', 'Davit'],
  locksAfterSeconds = 120,
}: { names?: string[]; locksAfterSeconds?: number } = {}): TillReply {
  return {
    till: {
      tillId: '2c6f3a52-7a0e-5b0e-9c55-3f2b8f1c7d12',
      name: 'Window',
      branchId: null,
      locksAfterSeconds,
      pairedAt: '2026-11-20T10:00:00.000Z',
    },
    businessId: 7,
    businessName: 'Café',
    staff: names.map((name, index) => ({ staffId: [ANI, DAVIT][index]!, name, role: 'cashier' as const })),
    unlockedBy: null,
    needsPin: names.length > 0,
  }
}

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, message: code, requestId: 'r' }, { status, headers })

async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  const { till } = server
  if (!server.isOnline) throw new TypeError('Failed to fetch')
  if (path === '/api/live') return new Promise(() => undefined)
  if (path === '/api/till' && server.refusal) return server.refusal()
  if (!till) return refusal(401, 'not_signed_in')
  if (path === '/api/till' || path === '/api/till/pair') return Response.json(till)
  if (path === '/api/till/lock') {
    await server.lockWaits
    server.locks += 1
    server.till = { ...server.till!, unlockedBy: null }
    return Response.json({ message: 'Till locked' })
  }
  const refused = server.refusals.shift()
  if (refused) return refused
  const { staffId, pin } = JSON.parse(String(init.body)) as { staffId: string; pin: string }
  if (pin !== PIN) return refusal(403, 'wrong_pin')
  server.till = { ...till, unlockedBy: staffId }
  return Response.json({ staffId, unlock: `${staffId}.1.proof` })
}

/** Registers the hooks around each test. */
export function startTablets(): void {
  beforeAll(() => startAllWords('en'))
  beforeEach(() => {
    Object.assign(server, STARTED, { refusals: [] })
    vi.stubGlobal('fetch', answer)
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => server.isOnline)
  })
  afterEach(async () => {
    cleanup()
    // The browser is no till any more.
    Object.assign(server, { isOnline: true, refusal: () => refusal(403, 'forbidden') })
    await askTill()
    setUser(null)
    localStorage.clear()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Opens the counter's page. */
export function openPage(): { close: () => void } {
  const { unmount } = render(
    <MemoryRouter>
      <TillGate otherwise={<p>{NO_TILL}</p>}>{({ businessName }) => <p>{`Counter of ${businessName}`}</p>}</TillGate>
    </MemoryRouter>,
  )
  return { close: unmount }
}

/** As after a return to the page, or the end of its live stream. */
export const askServer = (): Promise<void> => act(askTill)

/** A paired till, asked before its page opens. */
export async function openTill(setting?: Parameters<typeof tillOf>[0]): Promise<{ close: () => void }> {
  server.till = tillOf(setting)
  await askTill()
  return openPage()
}

export const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())
export const key = (name: string): Promise<void> =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))
export async function typePin(pin: string): Promise<void> {
  for (const digit of pin) await key(digit)
  await key('Enter')
}

export async function openUnlocked(setting?: Parameters<typeof tillOf>[0]): Promise<{ close: () => void }> {
  const page = await openTill(setting)
  await press('Ani Petrosyan Cashier')
  await typePin(PIN)
  await screen.findByText(COUNTER)
  return page
}

export const seesCounter = (): boolean => screen.queryByText(COUNTER) !== null
