/**
 * Carries out commands on accounts: load, decide, append with the expected revision. Each account has one lane: while
 * an append is in flight, arriving commands queue and then share the next append.
 */
import { accountStream } from '#contracts/events/ledger-events.ts'
import { evolve, initialState } from './account/account.ts'
import { pendingOf } from './account/close-account.ts'
import {
  StoreUnavailable,
  UnreadableEvent,
  NO_STREAM,
  type AppendOutcome,
  type EventStore,
  type RecordedEvent,
} from './event-store.ts'
import type { LedgerIds } from './ids.ts'
import type { Ledger } from './ledger.ts'
import { lookUp } from './persistent-map.ts'
import { isOnlyRecorded, isSeen, readBack } from './read-back.ts'
import { accountFromSnapshot, type Snapshots } from './snapshot.ts'
import { createStateCache, type FoldedAccount, type StateCache } from './state-cache.ts'
import { appendBatch, type Turn, type BatchLimits } from './append-batch.ts'
import { busy, createWaiting, DEADLINE_MS, done, refused, type Waiting } from './waiting.ts'

export type { CommandRequest, CommandResult } from './waiting.ts'

export interface CommandHandler extends Ledger {
  /** Reads the account's current state from the stream. Throws StoreUnavailable after DEADLINE_MS. */
  load(businessId: number, buyerId: number): Promise<FoldedAccount>
}

type Lane = { queue: Waiting[]; mustRead: boolean; readUpTo: number }

/** Usually the command's deadline comes first. */
const MAX_CONFLICTS = 40
/** From the third conflict on, random pauses keep two processes out of lockstep. */
const PATIENT_CONFLICTS = 3
/** About 80 MB when full. */
const CACHED_EVENTS = 100_000
const TURN_LIMITS: BatchLimits = { maxCommands: 200, maxBytes: 512 * 1024 }
/** Cached per page, so a later attempt continues. */
const PAGE_EVENTS = 5_000
/** The first page of an account that is not cached. Nearly all accounts fit in it, and need no snapshot. */
const FIRST_PAGE_EVENTS = 100

export function createCommandHandler({
  store,
  ids,
  clock = { now: () => Date.now() },
  cache = createStateCache({ maxEvents: CACHED_EVENTS }),
  limits = TURN_LIMITS,
  pageEvents = PAGE_EVENTS,
  snapshots,
}: {
  store: EventStore
  ids: LedgerIds
  snapshots?: Snapshots
  clock?: { now(): number }
  cache?: StateCache
  limits?: BatchLimits
  pageEvents?: number
}): CommandHandler {
  const lanes = new Map<string, Lane>()
  let arrivals = 0

  return {
    execute: (request) =>
      new Promise((resolve, reject) => {
        const stream = accountStream(request.businessId, request.buyerId)
        arrivals += 1
        const waiting = createWaiting(stream, request, {
          ids,
          arrival: arrivals,
          now: () => clock.now(),
          resolve,
          reject,
        })
        const lane = lanes.get(stream)
        if (lane) lane.queue.push(waiting)
        else void run(stream, { queue: [waiting], mustRead: false, readUpTo: 0 })
      }),
    seen: async (businessId, buyerId, commandId) => isSeen((await load(businessId, buyerId)).state, commandId),
    award: async (businessId, buyerId, awardId) => lookUp((await load(businessId, buyerId)).state.awards, awardId),
    pending: async (businessId, buyerId) =>
      pendingOf((await load(businessId, buyerId)).state).map(({ redemptionId }) => redemptionId),
    load,
  }

  async function load(businessId: number, buyerId: number): Promise<FoldedAccount> {
    const stream = accountStream(businessId, buyerId)
    return readOn(stream, cache.get(stream), clock.now() + DEADLINE_MS)
  }

  /** Each batch settles or requeues every command it took, so none is lost. */
  async function run(stream: string, lane: Lane): Promise<void> {
    lanes.set(stream, lane)
    for (;;) {
      withoutThoseInVain(lane)
      if (lane.queue.length === 0) break
      try {
        await turn(stream, lane)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) cache.delete(stream)
        for (const waiting of lane.queue.splice(0)) {
          if (error instanceof StoreUnavailable) waiting.settle(busy(waiting))
          else waiting.fail(error)
        }
      }
    }
    lanes.delete(stream)
  }

  /** After a stall of the process, timers of expired commands may not have fired yet, and nothing may be sent late. */
  function withoutThoseInVain(lane: Lane): void {
    for (const waiting of lane.queue) if (waiting.leftMs() <= 0) waiting.settle(busy(waiting))
    lane.queue = lane.queue.filter((waiting) => !waiting.settled)
  }

  async function turn(stream: string, lane: Lane): Promise<void> {
    const first = lane.queue.slice(0, limits.maxCommands)
    // Recomputed at each step: if the clock is set back by an hour, a fixed deadline would allow an hour of retries,
    // long after the command's reservations have expired.
    const deadlineAt = () => clock.now() + Math.max(...first.map((waiting) => waiting.leftMs()))
    let account = await accountFor(stream, lane, deadlineAt())
    withoutThoseInVain(lane)
    // More may arrive meanwhile. From the last look on, nothing waits.
    for (let id = onlyRecorded(account, lane); id !== undefined; id = onlyRecorded(account, lane)) {
      account = await readBack(stream, account, id, { store, deadlineAt: deadlineAt() })
      withoutThoseInVain(lane)
    }
    const decided = appendBatch(account, lane.queue, { ids, now: clock.now(), limits })
    const members = lane.queue.splice(0, decided.verdicts.length)
    answerRecalled(members, decided, account)
    if (decided.events.length === 0) return answerRefusals(lane, members, decided)
    const startedAt = arrivals
    members.forEach((waiting, index) => (waiting.sent = decided.verdicts[index]!.kind === 'decided'))
    let outcome: AppendOutcome
    try {
      outcome = await store.append(stream, account.revision, decided.events, { deadlineAt: withReserve(deadlineAt()) })
    } catch (error) {
      outcome = { kind: 'unknown', reason: String(error) }
    }
    await settleTurn(stream, lane, { members, decided, account, outcome, startedAt, deadlineAt: deadlineAt() })
  }

  async function accountFor(stream: string, lane: Lane, deadlineAt: number): Promise<FoldedAccount> {
    const cached = cache.get(stream)
    if (cached && !lane.mustRead) return cached
    const startedAt = arrivals
    const account = await readOn(stream, cached, deadlineAt)
    lane.mustRead = false
    lane.readUpTo = startedAt
    return account
  }

  /** Caches each page, so a timeout loses no progress. */
  async function readOn(stream: string, known: FoldedAccount | undefined, deadlineAt: number): Promise<FoldedAccount> {
    let account = known ?? { state: initialState, revision: NO_STREAM, position: undefined }
    let maxCount = known ? pageEvents : Math.min(FIRST_PAGE_EVENTS, pageEvents)
    for (;;) {
      const page = await store.readStream(stream, account.revision + 1, { deadlineAt, maxCount })
      account = foldOn(stream, account, page)
      if (snapshots && !known && page.length === maxCount && maxCount < pageEvents) {
        const knownRevision = account.revision
        account = (await accountFromSnapshot(stream, { snapshots, store, deadlineAt, knownRevision })) ?? account
      }
      const latest = cache.get(stream)
      if (!latest || latest.revision <= account.revision) cache.set(stream, account)
      if (page.length < maxCount) return account
      maxCount = pageEvents
    }
  }

  function foldOn(stream: string, known: FoldedAccount, page: readonly RecordedEvent[]): FoldedAccount {
    let account = known
    for (const event of page) {
      if (event.revision !== account.revision + 1) {
        throw new UnreadableEvent(`${stream}: revision ${event.revision} follows ${account.revision}`)
      }
      account = { state: evolve(account.state, event), revision: event.revision, position: event.position }
    }
    return account
  }

  function answerRecalled(members: readonly Waiting[], { verdicts }: Turn, { position }: FoldedAccount): void {
    members.forEach((waiting, index) => {
      const verdict = verdicts[index]!
      if (verdict.kind === 'recalled' && position !== undefined)
        waiting.settle(done(waiting, verdict.seen, position, true))
    })
  }

  /** A refusal is final only on a state read after the command arrived: another process may have changed it. */
  function answerRefusals(lane: Lane, members: readonly Waiting[], { verdicts }: Turn): void {
    const again: Waiting[] = []
    members.forEach((waiting, index) => {
      const verdict = verdicts[index]!
      if (verdict.kind !== 'refused') return
      if (waiting.arrival <= lane.readUpTo) waiting.settle(refused(waiting, verdict.code))
      else again.push(waiting)
    })
    if (again.length === 0) return
    lane.mustRead = true
    lane.queue.unshift(...again)
  }

  async function settleTurn(
    stream: string,
    lane: Lane,
    {
      members,
      decided,
      account,
      outcome,
      startedAt,
      deadlineAt,
    }: {
      members: Waiting[]
      decided: Turn
      account: FoldedAccount
      outcome: AppendOutcome
      startedAt: number
      deadlineAt: number
    },
  ): Promise<void> {
    const writers = members.filter((_, index) => decided.verdicts[index]!.kind === 'decided')
    const others = members.filter((waiting, index) => decided.verdicts[index]!.kind === 'refused' && !waiting.settled)
    switch (outcome.kind) {
      case 'written': {
        const { position } = outcome
        cache.set(stream, { state: decided.after, revision: account.revision + decided.events.length, position })
        // The append succeeded, so the state was current for all earlier arrivals.
        lane.readUpTo = Math.max(lane.readUpTo, startedAt)
        members.forEach((waiting, index) => {
          const verdict = decided.verdicts[index]!
          if (verdict.kind === 'decided') waiting.settle(done(waiting, verdict.seen, position, verdict.again))
          if (verdict.kind === 'refused') waiting.settle(refused(waiting, verdict.code))
        })
        return
      }
      case 'conflict': {
        lane.mustRead = true
        for (const waiting of writers) {
          waiting.sent = false
          waiting.conflicts += 1
          if (waiting.conflicts > MAX_CONFLICTS) waiting.settle(busy(waiting))
        }
        lane.queue.unshift(...members.filter((waiting) => !waiting.settled))
        const lost = Math.max(...writers.map((waiting) => waiting.conflicts))
        if (lost >= PATIENT_CONFLICTS) await pause(Math.random() * 5 * Math.min(lost, 20))
        return
      }
      case 'unavailable':
        for (const waiting of [...writers, ...others]) waiting.settle(busy(waiting))
        return
      case 'refused':
        for (const waiting of writers)
          waiting.fail(new Error(`The event store refused an append to ${stream}: ${outcome.reason}`))
        lane.queue.unshift(...others)
        return
      case 'unknown': {
        lane.mustRead = true
        const found = await readOn(stream, account, deadlineAt).catch(() => undefined)
        for (const waiting of writers) {
          const { commandId } = waiting.command
          const seen = found && lookUp(found.state.commands, commandId)
          if (seen && found.position !== undefined) waiting.settle(done(waiting, seen, found.position, false))
          else waiting.settle({ kind: 'unknown', commandId })
        }
        lane.queue.unshift(...others)
        return
      }
    }
  }

  /** Reserves a fifth of the time left, at most 500 ms, to look up unknown outcomes. */
  function withReserve(deadlineAt: number): number {
    return deadlineAt - Math.min(500, Math.max(0, deadlineAt - clock.now()) / 5)
  }
}

function onlyRecorded({ state }: FoldedAccount, { queue }: Lane): string | undefined {
  return queue.map(({ command }) => command.commandId).find((id) => isOnlyRecorded(state, id))
}

function pause(waitMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, waitMs))
}
