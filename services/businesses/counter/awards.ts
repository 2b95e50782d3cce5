/**
 * An award, with what spans accounts around it (design.md 2): reserve the receipt and a place in the month, append, confirm. A plan
 * without a limit touches no quota row, an award without a receipt no receipt row. Reservations are keyed by the award, so a retry
 * finds its own again; a definite refusal gives them back; an abandoned one is settled later by asking the stream.
 */
import { accountStream, parseAccountStream, type Actor } from '#contracts/events/ledger-events.ts'
import type { Plan } from '#contracts/pages/plans.ts'
import type { CommandHandler, CommandResult } from '#ledger/command-handler.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { lookUp } from '#ledger/persistent-map.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { isPlausibleMoment } from './plausible-moment.ts'
import { createPlanTerms, type PlanTermsReader } from '../plans/plan-terms.ts'
import { createQuotaConfirmer } from './quota-confirmer.ts'
import { mayStillAppend, release, releaseUnused, reserve } from './quota.ts'
import {
  confirmReceipts,
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
  /** The administrator acts for the business during a support visit. */
  onBehalfOf?: number
  /** When a counter that was offline made the award. */
  happenedAt?: Date
  /** When the ledger records it; the clock's now where it is not given. */
  at?: Date
}

export type Awards = {
  /** Throws where Postgres is away (limits, receipts) or the store is broken; nothing is written then by this call. */
  award(award: Award): Promise<CommandResult>
  /** Resolves when the reservations of all answered awards are confirmed. */
  drain(): Promise<void>
}

type Reserved =
  | { kind: 'refused'; result: CommandResult }
  | { kind: 'reserved'; recordedAt: Date; place: boolean; receipt: boolean }

export function createAwards({
  ledger,
  db,
  onFailed,
  planTerms = createPlanTerms(db),
}: {
  ledger: CommandHandler
  db: Queryable
  onFailed: (error: unknown) => void
  planTerms?: PlanTermsReader
}): Awards {
  const places = createQuotaConfirmer(db, onFailed)
  const receipts = createQuotaConfirmer(db, onFailed, confirmReceipts)
  /** The state keeps every award for ever, so it knows also what a retry after a long time asks for. */
  const askLedger: AwardLookUp = async (stream, awardId) => {
    const ids = parseAccountStream(stream)
    const account = ids && (await ledger.load(ids.businessId, ids.buyerId).catch(() => undefined))
    if (!account) return undefined
    const award = lookUp(account.state.awards, awardId)
    if (!award) return 'missing'
    return award.voided ? 'voided' : 'written'
  }

  return {
    async award(award) {
      const { businessId, buyerId, key, actor, correlationId, amountAmd, receipt, onBehalfOf, happenedAt } = award
      // The keys of a counter are its business's, whoever sends them: an award that waited on a tablet where support has begun to act lands once.
      const awardId = commandIdOf(ledgerIds, onBehalfOf ?? actor.userId, key)
      const reserved = await reserveAll(award, awardId)
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
        ...(happenedAt === undefined ? {} : { happenedAt: notAfter(happenedAt, reserved.recordedAt).toISOString() }),
      })
      if (result.kind === 'done') {
        if (reserved.place) takePlace(awardId, reserved.recordedAt, result.events[0]?.recordedAt)
        if (reserved.receipt) receipts.add(awardId)
      }
      if (result.kind === 'refused') await giveBack(awardId, reserved)
      return result
    },
    async drain() {
      await Promise.all([places.drain(), receipts.drain()])
    },
  }

  /** An award that was written before this place was taken has no use for it. Where it cannot be given back now, the settler does it. */
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
    // What was carried out before is answered as it was then, also where it could not be begun any more. Where the ledger cannot be asked,
    // nobody may be told for good that it was not: a counter would give it a second time, under another key.
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
    if (place.kind !== 'reserved') {
      const no =
        place.kind === 'other_account'
          ? refused('idempotency_key_reused')
          : await refusedUnlessWritten('transaction_limit_exceeded')
      if (no && receipt) await releaseReceipt(db, awardId)
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

  async function giveBack(awardId: string, { place, receipt }: { place: boolean; receipt: boolean }): Promise<void> {
    if (place) await release(db, awardId)
    if (receipt) await releaseReceipt(db, awardId)
  }
}

/** A counter's clock that runs a little ahead must not make an award happen after it was recorded. */
function notAfter(happenedAt: Date, recordedAt: Date): Date {
  return happenedAt > recordedAt ? recordedAt : happenedAt
}
