/**
 * Awards points: reserve the receipt and a place in the month, append, confirm. Reservations are keyed by the award, so
 * retries reuse them. Refusals release them; abandoned ones are settled later from the stream. Plans without a limit
 * touch no quota row.
 */
import { accountStream, parseAccountStream, type Actor, type Place } from '#contracts/events/ledger-events.ts'
import type { Plan } from '#contracts/pages/plans.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import { commandIdOf } from '#ledger/ids.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { isPlausibleMoment } from './plausible-moment.ts'
import { createPlanTerms, type PlanTermsReader } from '../plans/plan-terms.ts'
import { createQuotaConfirmer } from './quota-confirmer.ts'
import {
  mayStillAppend,
  release,
  releaseEnded,
  releaseUnused,
  reserve,
  type OfAward,
  type ReserveOutcome,
} from './quota.ts'
import {
  confirmReceipts,
  releaseEndedReceipt,
  releaseReceipt,
  reserveReceipt,
  type AwardLookUp,
  type ReceiptReservation,
} from './receipts.ts'

export type Award = {
  businessId: number
  buyerId: number
  plan: Plan
  key: string
  actor: Actor
  correlationId: string
  amountAmd: number
  receipt?: string
  onBehalfOf?: number
  /** The till, and who had unlocked it. */
  place?: Place
  happenedAt?: Date
  /** Recording time; default: now. */
  at?: Date
}

export type Awards = {
  /** Throws, with nothing written, if PostgreSQL is down or the store is broken. */
  award(award: Award): Promise<CommandResult>
  /**
   * Frees what earlier tries of an award hold on an account that has ended without it, so that another account can get
   * it (decision 53). Throws if PostgreSQL is down; may be repeated.
   */
  freeEnded(on: { businessId: number; buyerId: number; actorId: number; key: string }): Promise<void>
  /** Waits for pending confirmations. */
  drain(): Promise<void>
}

type Reserved =
  | { kind: 'refused'; result: CommandResult }
  | { kind: 'reserved'; recordedAt: Date; place: boolean; receipt: boolean }

export function createAwards({
  ledger,
  db,
  onFailed,
  onPlace = () => {},
  reserving = (_correlationId, work) => work(),
  planTerms = createPlanTerms(db),
}: {
  ledger: Ledger
  db: Queryable
  onFailed: (error: unknown) => void
  /** A place in the month was asked for. */
  onPlace?: (outcome: ReserveOutcome['kind']) => void
  /** Around the reservations of an award, to measure them. */
  reserving?: <T>(correlationId: string, work: () => Promise<T>) => Promise<T>
  planTerms?: PlanTermsReader
}): Awards {
  const places = createQuotaConfirmer(db, onFailed)
  const receipts = createQuotaConfirmer(db, onFailed, confirmReceipts)
  /** The account keeps every award, so late retries are recognised. */
  const askLedger: AwardLookUp = async (stream, awardId) => {
    const ids = parseAccountStream(stream)
    if (!ids) return undefined
    try {
      const award = await ledger.award(ids.businessId, ids.buyerId, awardId)
      if (!award) return 'missing'
      return award.voided ? 'voided' : 'written'
    } catch {
      return undefined
    }
  }

  return {
    async award(award) {
      const { businessId, buyerId, key, actor, correlationId, amountAmd, receipt, onBehalfOf, place, happenedAt } =
        award
      // Keys belong to the business: an award queued on a tablet before support began to act is written once.
      const awardId = commandIdOf(ledgerIds, onBehalfOf ?? actor.userId, key)
      const reserved = await reserving(correlationId, () => reserveAll(award, awardId))
      if (reserved.kind === 'refused') return reserved.result
      const result = await ledger.execute({
        businessId,
        buyerId,
        command: { type: 'AwardPoints', amountAmd, ...(receipt === undefined ? {} : { receipt }) },
        action: { commandId: awardId },
        actor,
        correlationId,
        recordedAt: reserved.recordedAt.toISOString(),
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        ...(place === undefined ? {} : { place }),
        ...(happenedAt === undefined ? {} : { happenedAt: notAfter(happenedAt, reserved.recordedAt).toISOString() }),
      })
      if (result.kind === 'done') {
        if (reserved.place) takePlace(awardId, reserved.recordedAt, result.events[0]?.recordedAt)
        if (reserved.receipt) receipts.add(awardId)
      }
      if (result.kind === 'refused') await giveBack({ awardId, stream: accountStream(businessId, buyerId) }, reserved)
      return result
    },
    async freeEnded({ businessId, buyerId, actorId, key }) {
      const held = { awardId: commandIdOf(ledgerIds, actorId, key), stream: accountStream(businessId, buyerId) }
      await releaseEnded(db, held)
      await releaseEndedReceipt(db, held)
    },
    async drain() {
      await Promise.all([places.drain(), receipts.drain()])
    },
  }

  /** An award written before this place was taken does not need it. If the release fails, the settler repeats it. */
  function takePlace(awardId: string, reservedAt: Date, recordedAt: string | undefined): void {
    if (recordedAt === reservedAt.toISOString()) places.add(awardId)
    else void releaseUnused(db, awardId, reservedAt).catch(onFailed)
  }

  async function reserveAll(award: Award, awardId: string): Promise<Reserved> {
    const { businessId, buyerId, plan, happenedAt, at = new Date() } = award
    const stream = accountStream(businessId, buyerId)
    const refused = (code: Extract<CommandResult, { kind: 'refused' }>['code']): Reserved => ({
      kind: 'refused',
      result: { kind: 'refused', commandId: awardId, code },
    })
    // An award carried out before gets its first answer. While the ledger is unavailable, a final refusal is forbidden:
    // the counter would award again under another key.
    const refusedUnlessWritten = async (code: Parameters<typeof refused>[0]): Promise<Reserved | undefined> => {
      const found = await askLedger(stream, awardId)
      if (found === undefined) return refused('busy')
      return found === 'missing' ? refused(code) : undefined
    }

    const implausible =
      happenedAt && !isPlausibleMoment(happenedAt, at) && (await refusedUnlessWritten('happened_at_refused'))
    if (implausible) return implausible
    const held = await holdReceipt(award, awardId)
    if (held === 'other_receipt') return refused('idempotency_key_reused')
    const elsewhere =
      typeof held === 'string' && (await refusedUnlessWritten(held === 'taken' ? 'receipt_already_awarded' : 'busy'))
    if (elsewhere) return elsewhere
    const receipt = typeof held === 'object'

    const { transactions: limit } = await planTerms.of(plan)
    if (limit === null) {
      if (receipt && !mayStillAppend(held)) return refused('busy')
      return { kind: 'reserved', recordedAt: at, place: false, receipt }
    }
    const place = await reserve(db, { awardId, businessId, stream, limit, at })
    onPlace(place.kind)
    if (place.kind !== 'reserved') {
      const no =
        place.kind === 'other_account'
          ? refused('idempotency_key_reused')
          : await refusedUnlessWritten('transaction_limit_exceeded')
      if (no && receipt) await releaseReceipt(db, { awardId, stream })
      return no ?? { kind: 'reserved', recordedAt: at, place: false, receipt }
    }
    if (!mayStillAppend(place) || (receipt && !mayStillAppend(held))) return refused('busy')
    return { kind: 'reserved', recordedAt: place.reservedAt, place: true, receipt }
  }

  async function holdReceipt(
    { businessId, buyerId, receipt }: Award,
    awardId: string,
  ): Promise<ReceiptReservation | 'taken' | 'unknown' | 'other_receipt' | undefined> {
    return receipt === undefined ? undefined : reserveReceipt(db, { businessId, buyerId, receipt, awardId }, askLedger)
  }

  async function giveBack(held: OfAward, { place, receipt }: { place: boolean; receipt: boolean }): Promise<void> {
    if (place) await release(db, held)
    if (receipt) await releaseReceipt(db, held)
  }
}

function notAfter(happenedAt: Date, recordedAt: Date): Date {
  return happenedAt > recordedAt ? recordedAt : happenedAt
}
