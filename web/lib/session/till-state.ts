/**
 * What this browser knows of itself as a till. It is stored, so that after a reload without a network whoever had
 * unlocked the till goes on; pages of this browser share it. The server decides (decision 45).
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { z } from 'zod'
import { LOCKS_AFTER_SECONDS } from '#contracts/rights/staff-calls.ts'
import { tillReplySchema, type TillReply } from '#contracts/rights/till-calls.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import { lockTill, pairTill, readTill, unlockTill } from '#web/lib/calls/till.ts'
import { storage } from '#web/lib/device/storage.ts'
import { holdTillUnlock } from '#web/lib/outbox/till-unlock.ts'
import { renewing, setUser } from '#web/lib/session/session.ts'

const NAME = 'hatik.till'
const LAST_ACT_NAME = 'hatik.till-last-act'
/** Writing every touch would be heavy on a slow tablet. */
const ACT_STORED_EVERY_MS = 2_000

const keptSchema = z.object({
  reply: tillReplySchema,
  /** Who has unlocked it here, with the proof for awards made without a network. */
  unlocked: z.object({ staffId: z.string(), proof: z.string() }).nullable(),
})
type Kept = z.infer<typeof keptSchema>

/**
 * `unknown`: nothing stored, and the server was not asked. `none`: this browser is no till. `ended`: it was one until
 * its session ended. `refused`: its business may not work now, or there is no answer and nothing stored.
 */
export type TillState =
  | { kind: 'unknown' | 'none' | 'ended' }
  | { kind: 'refused'; error: ApiError }
  | ({ kind: 'till' } & Kept)

const store = getDefaultStore()
const stateAtom = atom<TillState>({ kind: 'unknown' })
show(stored())
/** Epoch ms. */
let lastActMs = 0
/** An answer from before it says nothing of who has unlocked the till since. */
let unlocking = 0
/** Settles with the last call that locks. Arriving after an unlocking, it would lock that person out. */
let locking: Promise<unknown> = Promise.resolve()

export const useTillState = (): TillState => useAtomValue(stateAtom)

function stored(): TillState {
  try {
    const kept = keptSchema.safeParse(JSON.parse(storage.get(NAME) ?? 'null'))
    if (kept.success) return { kind: 'till', ...kept.data }
  } catch {}
  return { kind: 'unknown' }
}

function show(state: TillState): void {
  store.set(stateAtom, state)
  holdTillUnlock(state.kind === 'till' ? state.unlocked?.proof : undefined)
}

function keep(kept: Kept): void {
  storage.set(NAME, JSON.stringify(kept))
  show({ kind: 'till', ...kept })
}

function drop(state: TillState): void {
  storage.remove(NAME)
  storage.remove(LAST_ACT_NAME)
  show(state)
}

/** A till that locks after each act still needs time for it, as on the server. */
const idleMs = ({ till }: TillReply): number => (till.locksAfterSeconds || LOCKS_AFTER_SECONDS) * 1_000

/** Somebody works at this till: its idle time begins anew, in all pages of this browser. */
export function noteAct(nowMs = Date.now()): void {
  if (Math.abs(nowMs - lastActMs) >= ACT_STORED_EVERY_MS) storage.set(LAST_ACT_NAME, String(nowMs))
  lastActMs = nowMs
}

/** How long (ms) until the till locks by itself; at most its idle time, also if the clock was set back. */
export function untilIdleMs(reply: TillReply, nowMs = Date.now()): number {
  const idleSinceMs = Math.max(0, nowMs - Math.max(lastActMs, Number(storage.get(LAST_ACT_NAME)) || 0))
  return idleMs(reply) - idleSinceMs
}

let asking: Promise<void> | undefined

/** Asks the server what this browser is. Without an answer, what is stored stays. */
export function askTill(): Promise<void> {
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

async function ask(): Promise<void> {
  const asked = unlocking
  try {
    // Another page may just have paired this browser anew, so one refusal says little (decision 34).
    take(await readTill().catch((error: unknown) => (hasEnded(error) ? readTill() : Promise.reject(error))), asked)
  } catch (error) {
    if (error instanceof ApiError) refused(error)
    else throw error
  }
}

const hasEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_signed_in' && !error.foreign

/** `asked`: number of unlockings when the server was asked. */
function take(reply: TillReply, asked: number): void {
  const before = store.get(stateAtom)
  const unlocked = before.kind === 'till' ? before.unlocked : null
  // Unlocked meanwhile: only the answer to that knows by whom.
  if (asked !== unlocking) return keep({ reply, unlocked })
  const goesOn = unlocked?.staffId === reply.unlockedBy
  keep({ reply, unlocked: goesOn ? unlocked : null })
  // Locked here without a network, so the server does not know of it yet.
  if (!goesOn && reply.unlockedBy !== null) lockServer()
}

function refused(error: ApiError): void {
  const before = store.get(stateAtom)
  if (hasEnded(error)) {
    drop({ kind: before.kind === 'unknown' || before.kind === 'none' ? 'none' : 'ended' })
    // Forgets the old user's reads, and that this browser was refused as a till.
    setUser(null)
  } else if (error.code === 'forbidden' && !error.foreign) drop({ kind: 'none' })
  else if (error.status === 403 || before.kind !== 'till') show({ kind: 'refused', error })
}

/** Makes this browser a till, and nobody's. Rejects with ApiError. */
export async function pairWith(code: string, key: string): Promise<void> {
  renewing(1)
  try {
    const reply = await pairTill(code, key)
    setUser(null)
    unlocking += 1
    keep({ reply, unlocked: null })
  } finally {
    renewing(-1)
  }
}

/** Rejects with ApiError. */
export async function unlock(staffId: string, pin: string, key: string): Promise<void> {
  unlocking += 1
  await locking
  const { unlock: proof } = await unlockTill({ staffId, pin }, key)
  const state = store.get(stateAtom)
  if (state.kind !== 'till') return
  unlocking += 1
  noteAct()
  keep({ ...state, unlocked: { staffId, proof } })
}

/** Locks here at once; the server follows, or locks by itself after the idle time. */
export function lock(): void {
  lockHere()
  lockServer()
}

function lockServer(): void {
  locking = Promise.all([locking, lockTill(newKey()).catch(() => undefined)])
}

function lockHere(): void {
  const state = store.get(stateAtom)
  if (state.kind === 'till' && state.unlocked) keep({ ...state, unlocked: null })
}

/** Awards made from here on are not the last person's, who still sees the result of the last act. */
export function endActs(): void {
  holdTillUnlock(undefined)
}

api.onRefused(({ code, foreign }) => {
  if (store.get(stateAtom).kind !== 'till' || foreign) return
  // The server has locked it, or somebody has left the shop.
  if (code === 'till_locked') lockHere()
  if (code === 'not_signed_in') void askTill()
})

addEventListener('storage', ({ key }) => {
  if (key !== NAME) return
  const state = stored()
  if (state.kind === 'till') show(state)
  else if (store.get(stateAtom).kind === 'till') void askTill()
})
