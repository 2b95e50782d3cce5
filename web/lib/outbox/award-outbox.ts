/**
 * Every award goes through here: written down with its key first, then sent, and struck off only when the server has answered. So
 * nothing is lost when the network, the tab or the tablet goes, and nothing lands twice, since the key and the input never change.
 * Awards are sent one after the other in the order in which they were made; one that gets no answer holds up those behind it.
 */
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import type { AwardBody, WaitingAward, WaitingStore } from './waiting-store.ts'

/** A cashier waits this long for an answer; then the award waits and the cashier does not. */
const PATIENCE_MS = 4_000
const FIRST_RETRY_MS = 3_000
const LONGEST_RETRY_MS = 30_000
/** A clock that is wrong by less is right: the server's answer names the second, and has been under way. */
const CLOCK_WRONG_MS = 30_000

export type AwardOutcome =
  | { kind: 'awarded'; reply: AwardReply }
  | { kind: 'refused'; error: ApiError; key: string }
  | { kind: 'waiting'; key: string }

/** What one page tells the others: that what waits has changed, and what an award came to. */
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
  send: (businessId: number, body: AwardBody, key: string) => Promise<AwardReply>
  isOnline: () => boolean
  /**
   * The support visit that this counter is open on: what waits is not hers to send who is on it, only what she makes in it herself. Null where
   * there is none; undefined where nobody has said yet: then nothing is sent but what is made just now.
   */
  visitId?: () => string | null | undefined
  /** The other pages of this browser, where this counter may be open as well. */
  peers?: Peers
  nowMs?: () => number
  /** Milliseconds by which this device's clock is known to be ahead of the server's; negative where it is behind. */
  aheadMs?: () => number
  patienceMs?: number
  firstRetryMs?: number
}

export interface AwardOutbox {
  /** Writes the award down and sends it. 'waiting' where no answer came in time; it goes on by itself then. */
  submit: (award: Omit<AwardBody, 'happenedAt'>) => Promise<AwardOutcome>
  /** Sends what waits. Resolves when everything is answered or an answer fails to come. */
  drain: () => Promise<void>
  /** Somebody has seen the refusal. */
  dismiss: (key: string) => Promise<void>
  /**
   * Sends a refused one again, under its old key; one whose moment was refused as made now, under another. On a visit it is that visit's from then
   * on.
   */
  retry: (key: string) => Promise<void>
  /** What waits and what was refused, oldest first. The same array until something changes. */
  list: () => readonly WaitingAward[]
  onChange: (listener: () => void) => () => void
  /** Called for every award that the server accepted, with the key of its outcome. */
  onAwarded: (listener: (reply: AwardReply, key: string) => void) => () => void
  /** From now on what waits is sent, until the returned function is called. */
  start: () => () => void
}

/** The outbox of one business's counter. */
export function createAwardOutbox(options: OutboxOptions): AwardOutbox {
  const {
    businessId,
    store,
    send,
    isOnline,
    visitId = () => null,
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
  /** The keys of awards that were made while nobody had said whether this is a visit. */
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

  /** At once: an award that is made when this answer is heard waits for nothing. */
  function answered(key: string, refused?: WaitingAward): void {
    shown = shown.flatMap((award) => (award.key !== key ? [award] : (refused ?? [])))
  }

  async function attempt(award: WaitingAward): Promise<'answered' | 'unanswered'> {
    const { key, body } = award
    try {
      const reply = await send(businessId, body, award.sentAs ?? key)
      await store.remove(key)
      answered(key)
      waitedFor.get(key)?.({ kind: 'awarded', reply })
      for (const listener of awarded) listener(reply, key)
      peers?.tell({ awarded: { key, reply } })
    } catch (error) {
      if (
        !(error instanceof ApiError) ||
        mayStillLand(error) ||
        (OF_THE_SESSION.has(error.code) && !waitedFor.has(key))
      )
        return 'unanswered'
      const corrected =
        error.code === 'happened_at_refused' ? byServersClock(award, error.answeredAtMs, nowMs()) : undefined
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

  /** What was made before it was known whether this is a visit was made in it. */
  async function claimForVisit(visit: string | null): Promise<void> {
    const made = (await store.all()).filter(({ key }) => beforeKnown.delete(key))
    if (visit === null) return
    for (const award of made) await store.put({ ...award, visitId: visit })
  }

  /** No later visit sends what support made in another one and got no answer to: somebody has to say what becomes of it. */
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

  /** A round that was under way may have looked before what is to be sent now was written down. */
  async function drainWith(wasDraining: boolean): Promise<void> {
    await drain()
    if (wasDraining) await drain()
  }

  // Another page sends in this one's place: one at a time does. What it was answered is said here, too, and what is answered does not wait here.
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
      // Two in one millisecond keep their order.
      lastMadeAtMs = Math.max(nowMs(), lastMadeAtMs + 1)
      const knowsItIsLate = !isOnline() || isBehindOthers
      // A clock that was set back since the last award is right now.
      const happenedAtMs = Math.min(lastMadeAtMs, nowMs() + 1_000) - aheadMs()
      const body: AwardBody = knowsItIsLate ? { ...input, happenedAt: new Date(happenedAtMs).toISOString() } : input
      const key = newKey()
      const visit = visitId()
      if (visit === undefined) beforeKnown.add(key)
      const outcome = new Promise<AwardOutcome>((resolve) => waitedFor.set(key, resolve))
      await store.put({ key, businessId, body, madeAtMs: lastMadeAtMs, refusal: null, ...ofVisit(visit) })
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
      await store.put({ ...again, refusal: null, ...ofVisit(visitId()) })
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
 * The same award with its moment as the server's clock would have told it, where this device's clock proves to be wrong; once. Under another key: a
 * refusal of the moment is final for the first one (decision 3).
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

/** Its moment was refused for good: whoever sends it again makes it now. */
function asOfNow({ body: { happenedAt: _, ...body }, ...award }: WaitingAward): WaitingAward {
  return { ...award, body, sentAs: newKey() }
}

/** Whose an award is that is sent off now: the visit's, where there is one. */
const ofVisit = (visit: string | null | undefined): Pick<WaitingAward, 'visitId'> =>
  typeof visit === 'string' ? { visitId: visit } : {}

/**
 * Nobody knows yet, or the server would take it later: no connection, one too slow for a whole call, a failing server, too many calls, a session that has
 * ended, a foreign page in the server's place (a network's own sign-in page, a proxy that does not find the server), whatever its status. Headers
 * that are too large (431) are not among them: they are this browser's and stay so, and whoever is at the counter has to know.
 */
function mayStillLand(error: ApiError): boolean {
  return error.outcomeUnknown || error.foreign || LATER.has(error.code)
}

const LATER: ReadonlySet<string> = new Set(['not_signed_in', 'request_timeout', 'too_many_attempts'])

/** Said of who is signed in, and not of the award: what was made before, by the business itself, waits for her. Whoever made it just now is told. */
const OF_THE_SESSION: ReadonlySet<string> = new Set([
  'forbidden',
  'visit_read_only',
  'visit_forbidden',
  'trial_expired',
  'account_suspended',
])

/** Two tabs of one counter would send the same award twice at once: harmless, but noisy. */
async function oneTabAtATime(businessId: number, run: () => Promise<void>): Promise<void> {
  // Only secure pages have locks.
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return run()
  await locks.request(`hatik.awards.${businessId}`, run)
}
