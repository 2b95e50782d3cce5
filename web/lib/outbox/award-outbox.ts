/**
 * Stores every award with its idempotency key, sends it, and removes it only after the server's reply: a lost network,
 * tab or tablet loses nothing, and an unchanged key and input land once. Awards go one at a time in order; one without
 * a reply blocks those behind it.
 */
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import type { AwardBody, WaitingAward, WaitingStore } from './waiting-store.ts'

/** Then the award waits, and the cashier does not. */
const PATIENCE_MS = 4_000
const FIRST_RETRY_MS = 3_000
const LONGEST_RETRY_MS = 30_000
/** Smaller clock errors are ignored: the server's time has full seconds, and the reply has travelled. */
const CLOCK_WRONG_MS = 30_000

export type AwardOutcome =
  | { kind: 'awarded'; reply: AwardReply }
  | { kind: 'refused'; error: ApiError; key: string }
  | { kind: 'waiting'; key: string }

/** Message to the other pages; they also read the store again. */
export interface Told {
  awarded?: { key: string; reply: AwardReply }
}

export interface Peers {
  tell: (told: Told) => void
  onTold: (listener: (told: Told) => void) => void
}

export interface OutboxOptions {
  businessId: number
  store: WaitingStore
  send: (businessId: number, body: AwardBody, key: string, unlock?: string) => Promise<AwardReply>
  isOnline: () => boolean
  /**
   * The support visit at this counter, which sends only its own awards. Null: no visit. Undefined: unknown; then only
   * new awards are sent.
   */
  visitId?: () => string | null | undefined
  /** Proof of who has unlocked this till. */
  unlock?: () => string | undefined
  peers?: Peers
  nowMs?: () => number
  /** How far (ms) this device's clock is ahead of the server's; negative if behind. */
  aheadMs?: () => number
  patienceMs?: number
  firstRetryMs?: number
}

export interface AwardOutbox {
  /** 'waiting' without a reply in time; sending continues by itself. */
  submit: (award: Omit<AwardBody, 'happenedAt'>) => Promise<AwardOutcome>
  /** Resolves once all have replies, or one gets none. */
  drain: () => Promise<void>
  dismiss: (key: string) => Promise<void>
  /**
   * Sends a refused award again under its key; after a refused moment, as made now and under a new key. During a visit
   * it becomes that visit's.
   */
  retry: (key: string) => Promise<void>
  /** Waiting and refused awards, oldest first. A stable reference until something changes. */
  list: () => readonly WaitingAward[]
  onChange: (listener: () => void) => () => void
  onAwarded: (listener: (reply: AwardReply, key: string) => void) => () => void
  /** Sends waiting awards until the returned function is called. */
  start: () => () => void
}

export function createAwardOutbox(options: OutboxOptions): AwardOutbox {
  const {
    businessId,
    store,
    send,
    isOnline,
    visitId = () => null,
    unlock = () => undefined,
    peers,
    nowMs = () => Date.now(),
    aheadMs = () => 0,
    patienceMs = PATIENCE_MS,
    firstRetryMs = FIRST_RETRY_MS,
  } = options
  const changed = new Set<() => void>()
  const awarded = new Set<(reply: AwardReply, key: string) => void>()
  const waitedFor = new Map<string, (outcome: AwardOutcome) => void>()
  let shown: readonly WaitingAward[] = []
  let draining: Promise<void> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  const beforeKnown = new Set<string>()
  let retryMs = firstRetryMs
  let lastMadeAtMs = 0
  let started = 0

  async function refresh(): Promise<readonly WaitingAward[]> {
    const own = (await store.all()).filter((award) => award.businessId === businessId)
    shown = own.sort((one, other) => one.madeAtMs - other.madeAtMs)
    for (const listener of changed) listener()
    return shown
  }

  /** Updates the list synchronously, so that an award made on this reply does not count as behind others. */
  function answered(key: string, refused?: WaitingAward): void {
    shown = shown.flatMap((award) => (award.key !== key ? [award] : (refused ?? [])))
  }

  async function attempt(award: WaitingAward): Promise<'answered' | 'unanswered'> {
    const { key, body } = award
    try {
      const reply = await send(businessId, body, award.sentAs ?? key, award.unlock)
      await store.remove(key)
      answered(key)
      waitedFor.get(key)?.({ kind: 'awarded', reply })
      for (const listener of awarded) listener(reply, key)
      peers?.tell({ awarded: { key, reply } })
    } catch (error) {
      if (
        !(error instanceof ApiError) ||
        mayStillLand(error) ||
        (OF_THE_SESSION.has(error.code) && !waitedFor.has(key)) ||
        (error.code === 'till_locked' && award.unlock === undefined && !waitedFor.has(key))
      )
        return 'unanswered'
      const corrected =
        error.code === 'happened_at_refused'
          ? byServersClock(award, error.answeredAtMs, nowMs())
          : error.code === 'till_locked'
            ? withItsMoment(award, aheadMs())
            : undefined
      if (corrected) {
        await store.put(corrected)
        return attempt(corrected)
      }
      const refused = { ...award, refusal: { code: error.code, message: error.message } }
      await store.put(refused)
      answered(key, refused)
      peers?.tell({})
      waitedFor.get(key)?.({ kind: 'refused', error, key })
    }
    return 'answered'
  }

  function isToSend(award: WaitingAward): boolean {
    const visit = visitId()
    return (
      award.refusal === null &&
      (visit === null || waitedFor.has(award.key) || (visit !== undefined && award.visitId === visit))
    )
  }

  async function claimForVisit(visit: string | null): Promise<void> {
    const made = (await store.all()).filter(({ key }) => beforeKnown.delete(key))
    if (visit === null) return
    for (const award of made) await store.put({ ...award, visitId: visit })
  }

  /**
   * Marks awards of earlier visits without a reply as refused: no later visit may send them, so a person has to
   * decide.
   */
  async function endWithTheirVisit(visit: string): Promise<void> {
    const left = (await store.all()).filter(
      (award) => award.businessId === businessId && award.refusal === null && (award.visitId ?? visit) !== visit,
    )
    for (const award of left)
      await store.put({ ...award, refusal: { code: 'visit_ended', message: `The visit ${award.visitId} has ended` } })
  }

  async function sendAll(): Promise<void> {
    clearTimeout(again)
    const visit = visitId()
    if (visit !== undefined && beforeKnown.size > 0) await claimForVisit(visit)
    if (typeof visit === 'string') await endWithTheirVisit(visit)
    for (;;) {
      const next = (await refresh()).find(isToSend)
      if (!next || started === 0) return
      if (isOnline() && (await attempt(next)) === 'answered') {
        retryMs = firstRetryMs
        continue
      }
      again = setTimeout(() => void drain(), retryMs)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      return
    }
  }

  function drain(): Promise<void> {
    draining ??= oneTabAtATime(businessId, sendAll)
      .catch(() => undefined)
      .finally(() => {
        draining = undefined
      })
    return draining
  }

  /** A running drain may have read the store before this award was written, so drain once more. */
  async function drainWith(wasDraining: boolean): Promise<void> {
    await drain()
    if (wasDraining) await drain()
  }

  // Another page may send in this one's place (one at a time does): report its replies here too.
  peers?.onTold(({ awarded: one }) => {
    if (one) {
      waitedFor.get(one.key)?.({ kind: 'awarded', reply: one.reply })
      for (const listener of awarded) listener(one.reply, one.key)
    }
    void refresh()
  })

  return {
    async submit(input) {
      const isBehindOthers = shown.some(isToSend)
      // Two awards in one millisecond keep their order.
      lastMadeAtMs = Math.max(nowMs(), lastMadeAtMs + 1)
      const knowsItIsLate = !isOnline() || isBehindOthers
      // If the clock was set back since the last award, the new time is right.
      const happenedAtMs = Math.min(lastMadeAtMs, nowMs() + 1_000) - aheadMs()
      const body: AwardBody = knowsItIsLate ? { ...input, happenedAt: new Date(happenedAtMs).toISOString() } : input
      const key = newKey()
      const visit = visitId()
      if (visit === undefined) beforeKnown.add(key)
      const outcome = new Promise<AwardOutcome>((resolve) => waitedFor.set(key, resolve))
      await store.put({
        key,
        businessId,
        body,
        madeAtMs: lastMadeAtMs,
        refusal: null,
        ...ofVisit(visit),
        ...ofPerson(unlock()),
      })
      await refresh()
      peers?.tell({})
      const ended = drainWith(draining !== undefined).then((): AwardOutcome => ({ kind: 'waiting', key }))
      const impatient = new Promise<AwardOutcome>((resolve) =>
        setTimeout(() => resolve({ kind: 'waiting', key }), isOnline() && !isBehindOthers ? patienceMs : 0),
      )
      const result = await Promise.race([outcome, ended, impatient])
      waitedFor.delete(key)
      if (result.kind === 'waiting') store.persist()
      return result
    },
    drain,
    async dismiss(key) {
      await store.remove(key)
      await refresh()
      peers?.tell({})
    },
    async retry(key) {
      const award = shown.find((one) => one.key === key)
      if (!award) return
      const again = award.refusal?.code === 'happened_at_refused' ? asOfNow(award) : award
      // Somebody who no longer works here cannot award; whoever sends it again does.
      const by = award.refusal?.code === 'till_locked' ? ofPerson(unlock()) : {}
      await store.put({ ...again, refusal: null, ...ofVisit(visitId()), ...by })
      peers?.tell({})
      await drainWith(draining !== undefined)
    },
    list: () => shown,
    onChange(listener) {
      changed.add(listener)
      return () => changed.delete(listener)
    },
    onAwarded(listener) {
      awarded.add(listener)
      return () => awarded.delete(listener)
    },
    start() {
      started += 1
      void drain()
      return () => {
        started -= 1
        if (started === 0) clearTimeout(again)
      }
    },
  }
}

/**
 * Corrects the award's moment once if this device's clock proves wrong. Needs a new key, because the refusal is final
 * for the first one (decision 3).
 */
function byServersClock(
  { body, ...award }: WaitingAward,
  serverMs: number,
  deviceMs: number,
): WaitingAward | undefined {
  const aheadMs = deviceMs - serverMs
  if (award.sentAs !== undefined || body.happenedAt === undefined || !(Math.abs(aheadMs) > CLOCK_WRONG_MS))
    return undefined
  const happenedAt = new Date(Math.min(award.madeAtMs - aheadMs, serverMs)).toISOString()
  return { ...award, body: { ...body, happenedAt }, sentAs: newKey() }
}

/**
 * The till locked by itself just before. With its moment, the award counts for the person who made it; the key stays,
 * because a locked till records nothing under it.
 */
function withItsMoment(award: WaitingAward, aheadMs: number): WaitingAward | undefined {
  const { body, madeAtMs, unlock } = award
  if (unlock === undefined || body.happenedAt !== undefined) return undefined
  return { ...award, body: { ...body, happenedAt: new Date(madeAtMs - aheadMs).toISOString() } }
}

function asOfNow({ body: { happenedAt: _, ...body }, ...award }: WaitingAward): WaitingAward {
  return { ...award, body, sentAs: newKey() }
}

const ofVisit = (visit: string | null | undefined): Pick<WaitingAward, 'visitId'> =>
  typeof visit === 'string' ? { visitId: visit } : {}

const ofPerson = (unlock: string | undefined): Pick<WaitingAward, 'unlock'> => (unlock === undefined ? {} : { unlock })

/**
 * The outcome is unknown, or the server may accept the award later: no or a slow connection, a failing server, too
 * many calls, an ended session, or a foreign page in between (captive portal, proxy), whatever its status. Not so for
 * too large headers (431): they are this browser's and persist, so the cashier has to know.
 */
function mayStillLand(error: ApiError): boolean {
  return error.outcomeUnknown || error.foreign || LATER.has(error.code)
}

const LATER: ReadonlySet<string> = new Set(['not_signed_in', 'request_timeout', 'too_many_attempts'])

/** Refusals of the session, not of the award: the business's older awards keep waiting. */
const OF_THE_SESSION: ReadonlySet<string> = new Set([
  'forbidden',
  'visit_read_only',
  'visit_forbidden',
  'trial_expired',
  'account_suspended',
])

/** Two tabs of one counter would send the same award twice: harmless, but noisy. */
async function oneTabAtATime(businessId: number, run: () => Promise<void>): Promise<void> {
  // Only secure pages have locks.
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return run()
  await locks.request(`hatik.awards.${businessId}`, run)
}
