/** Valid event histories for projection tests, written by hand or random. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { accountStream, type EventMetadata, type LedgerEvent, type Place } from '#contracts/events/ledger-events.ts'
import { tenthsForAmount } from '#contracts/units/points.ts'
import type { LogBatch, LogEvent, LogReader } from '#platform/event-store/log-reader.ts'

export const uuidOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

type Account = {
  revision: number
  balanceTenths: number
  awards: Map<string, number>
  pending: Map<string, number>
  used: Map<string, number>
  closed: boolean
}
type Who = { businessId: number; buyerId: number }
type Recorded = { at?: Date; receipt?: string; onBehalfOf?: number; place?: Place; happenedAt?: Date }

/** Appends valid events to an array, with gaps between positions as in the store. */
export class History {
  readonly events: LogEvent[] = []
  readonly #accounts = new Map<string, Account>()
  #position: bigint
  #count = 0
  #now = new Date('2026-01-30T10:00:00Z').getTime()

  constructor(firstPosition = 9_007_199_254_740_993n) {
    this.#position = firstPosition
  }

  account({ businessId, buyerId }: Who): Account {
    const stream = accountStream(businessId, buyerId)
    let account = this.#accounts.get(stream)
    if (!account) {
      account = {
        revision: -1,
        balanceTenths: 0,
        awards: new Map(),
        pending: new Map(),
        used: new Map(),
        closed: false,
      }
      this.#accounts.set(stream, account)
    }
    return account
  }

  award(who: Who, amountAmd: number, recorded: Recorded = {}): string {
    const awardId = uuidOf(`award ${this.#count}`)
    const tenths = tenthsForAmount(amountAmd)
    const { receipt } = recorded
    this.append(
      who,
      {
        type: 'PointsAwarded',
        data: { awardId, amountAmd, tenths, rule: 'floor-50/1', ...(receipt ? { receipt } : {}) },
      },
      recorded,
    )
    const account = this.account(who)
    account.balanceTenths += tenths
    account.awards.set(awardId, tenths)
    return awardId
  }

  redeem(who: Who, costTenths: number, perkName = 'Սուրճ "մեծ" \\ 50%'): string {
    const redemptionId = uuidOf(`redemption ${this.#count}`)
    const code = uuidOf(redemptionId).slice(0, 8).toUpperCase()
    this.append(who, { type: 'PerkRedeemed', data: { redemptionId, code, perkId: 7, perkName, costTenths } })
    const account = this.account(who)
    account.balanceTenths -= costTenths
    account.pending.set(redemptionId, costTenths)
    return redemptionId
  }

  use(who: Who, redemptionId: string, recorded: Recorded = {}): void {
    this.append(who, { type: 'RedemptionUsed', data: { redemptionId } }, recorded)
    const { pending, used } = this.account(who)
    used.set(redemptionId, pending.get(redemptionId) ?? 0)
    pending.delete(redemptionId)
  }

  reopen(who: Who, redemptionId: string, recorded: Recorded = {}): void {
    this.append(who, { type: 'RedemptionReopened', data: { redemptionId, reason: 'wrong "perk"' } }, recorded)
    const { pending, used } = this.account(who)
    pending.set(redemptionId, used.get(redemptionId) ?? 0)
    used.delete(redemptionId)
  }

  cancel(who: Who, redemptionId: string): void {
    const account = this.account(who)
    const tenths = account.pending.get(redemptionId) ?? 0
    this.append(who, { type: 'RedemptionCancelled', data: { redemptionId, reason: 'buyer, {changed} "mind"' } })
    this.append(who, { type: 'PointsRefunded', data: { redemptionId, tenths } })
    account.pending.delete(redemptionId)
    account.balanceTenths += tenths
  }

  void(who: Who, awardId: string, recorded: Recorded = {}): void {
    const account = this.account(who)
    const tenths = account.awards.get(awardId) ?? 0
    this.append(who, { type: 'AwardVoided', data: { awardId, tenths, reason: 'wrong amount' } }, recorded)
    account.awards.delete(awardId)
    account.balanceTenths -= tenths
  }

  /** Never takes back more than the balance. */
  correct(who: Who, awardId: string, amountAmd: number, recorded: Recorded = {}): void {
    const account = this.account(who)
    const tenths = tenthsForAmount(amountAmd)
    const heldTenths = account.awards.get(awardId) ?? 0
    const differenceTenths = Math.max(tenths - heldTenths, 0 - account.balanceTenths)
    const missingTenths = heldTenths + differenceTenths - tenths
    const data = {
      awardId,
      amountAmd,
      tenths,
      rule: 'floor-50/1',
      differenceTenths,
      missingTenths,
      reason: 'a zero too many',
    }
    this.append(who, { type: 'AwardCorrected', data }, recorded)
    account.awards.set(awardId, heldTenths + differenceTenths)
    account.balanceTenths += differenceTenths
  }

  close(who: Who): void {
    const account = this.account(who)
    this.append(who, { type: 'AccountClosed', data: { forfeitedTenths: account.balanceTenths } })
    account.balanceTenths = 0
    account.closed = true
  }

  /** Moves all that stands on `card` to the person's open account. */
  merge(card: Who, toId: number): void {
    const { balanceTenths: tenths } = this.account(card)
    const mergeId = uuidOf(`merge ${this.#count}`)
    this.append(card, { type: 'PointsMergedOut', data: { mergeId, toId, tenths } })
    Object.assign(this.account(card), { balanceTenths: 0, closed: true })
    const person = { businessId: card.businessId, buyerId: toId }
    if (tenths === 0 || this.account(person).closed) return
    this.append(person, { type: 'PointsMergedIn', data: { mergeId, fromId: card.buyerId, tenths } })
    this.account(person).balanceTenths += tenths
  }

  append(
    who: Who,
    event: LedgerEvent | { type: string; data: unknown },
    { at, onBehalfOf, place, happenedAt }: Recorded = {},
  ): LogEvent {
    this.#count += 1
    this.#position += BigInt(1 + ((this.#count * 37) % 400))
    this.#now += 61_000
    const account = this.account(who)
    account.revision += 1
    const id = uuidOf(`event ${this.#count}`)
    const recordedAt = at ?? new Date(this.#now)
    const metadata: EventMetadata = {
      schema: 1,
      commandId: uuidOf(`command ${this.#count}`),
      inputHash: 'x',
      actor: { userId: who.businessId, role: 'business' },
      $correlationId: `request-${this.#count}`,
      recordedAt: recordedAt.toISOString(),
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
      ...place,
      ...(happenedAt === undefined ? {} : { happenedAt: happenedAt.toISOString() }),
    }
    const logged: LogEvent = {
      id,
      stream: accountStream(who.businessId, who.buyerId),
      revision: account.revision,
      position: this.#position,
      type: event.type,
      data: event.data,
      metadata,
      storedAt: new Date(recordedAt.getTime() + 15),
    }
    this.events.push(logged)
    return logged
  }
}

/** A log over a growing array; returns at most `limit` events per read, like the store. */
export function arrayLog(events: readonly LogEvent[]): LogReader {
  return {
    async read(after, limit): Promise<LogBatch> {
      const from = after === null ? 0 : events.findIndex((event) => event.position > after)
      const batch = from < 0 ? [] : events.slice(from, from + limit)
      const lastPosition = batch.at(-1)?.position ?? after
      return { events: batch, reachedHead: lastPosition === (events.at(-1)?.position ?? null), lastPosition }
    },
    head: async () => events.at(-1)?.position ?? null,
    close: async () => {},
  }
}

type Step = { what: number; businessId: number; buyerId: number; amountAmd: number; pick: number; day: number }

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.integer({ min: 0, max: 99 }),
  businessId: fc.constantFrom(11, 12, 13),
  buyerId: fc.integer({ min: 101, max: 106 }),
  amountAmd: fc.integer({ min: 50, max: 40_000 }),
  pick: fc.nat(50),
  // Around the turn of a month in Yerevan, where 20:00 UTC is midnight.
  day: fc.integer({ min: 0, max: 3 * 24 * 60 }),
})

/** Random valid histories with every kind of event. */
export const histories: fc.Arbitrary<History> = fc
  .array(step, { minLength: 1, maxLength: 120, size: 'max' })
  .map((steps) => {
    const history = new History()
    for (const drawn of steps) take(history, drawn)
    return history
  })

function take(history: History, { what, businessId, buyerId, amountAmd, pick, day }: Step): void {
  const who = { businessId, buyerId }
  const account = history.account(who)
  if (account.closed) return
  const at = new Date(Date.UTC(2026, 0, 30, 12) + day * 60_000)
  const atTill = pick % 4 === 0 ? { place: { staffId: uuidOf('staff'), tillId: uuidOf('till') } } : {}
  const redemptionId = [...account.pending.keys()][pick % Math.max(1, account.pending.size)]
  const usedId = [...account.used.keys()][pick % Math.max(1, account.used.size)]
  const awardId = [...account.awards.keys()][pick % Math.max(1, account.awards.size)]
  if (what >= 50 && what < 65 && account.balanceTenths > 0) history.redeem(who, 1 + (pick % account.balanceTenths))
  else if (what >= 65 && what < 75 && redemptionId) history.use(who, redemptionId, { at, ...atTill })
  else if (what >= 75 && what < 87 && redemptionId) history.cancel(who, redemptionId)
  else if (what >= 87 && what < 98 && awardId && (account.awards.get(awardId) ?? 0) <= account.balanceTenths)
    history.void(who, awardId, { at, ...atTill })
  else if (what >= 44 && what < 50 && awardId) history.correct(who, awardId, amountAmd, { at })
  else if (what >= 40 && what < 44 && usedId) history.reopen(who, usedId, { at, ...atTill })
  else if (what === 98 && account.pending.size === 0) history.merge(who, buyerId === 106 ? 101 : buyerId + 1)
  else if (what >= 98 && account.revision >= 0) history.close(who)
  else {
    const receipt = pick % 3 === 0 ? `№ ${pick}, "a\\b" {}` : ''
    history.award(who, amountAmd, {
      at,
      receipt,
      ...(pick % 5 === 0 ? { onBehalfOf: 5, happenedAt: new Date(at.getTime() - 3_600_000) } : {}),
      ...atTill,
    })
  }
}
