/** Stored events, read from the store, and related ones: award, redemption, use, refund (H30, H33). */
import type { Chain, StoredEvent } from '#contracts/calls/staff/audit.ts'
import { maskCode } from '#contracts/units/codes.ts'
import { accountStream, parseAccountStream } from '#contracts/events/ledger-events.ts'
import { decimalString } from '#contracts/units/points.ts'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { spentFrom } from '#ledger/account/spent-from.ts'
import { allAccountEvents } from '#ledger/account-events.ts'
import type { RecordedEvent } from '#ledger/event-store.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { leafIndexAt } from '#audit/heads.ts'
import type { Deps } from '../../deps.ts'

type Sources = Pick<Deps, 'pool' | 'eventAt' | 'readStream'>

/** Undefined for positions without a ledger event. */
export async function storedEventAt(deps: Sources, position: string): Promise<StoredEvent | undefined> {
  const event = await deps.eventAt(BigInt(position))
  return event && LOG_PREFIXES.some((prefix) => event.stream.startsWith(prefix)) ? shownEvent(deps, event) : undefined
}

async function shownEvent(deps: Sources, event: LogEvent): Promise<StoredEvent> {
  return {
    id: event.id,
    stream: event.stream,
    revision: event.revision,
    position: String(event.position),
    type: event.type,
    data: masked(event.data as Record<string, unknown>),
    metadata: event.metadata as Record<string, unknown>,
    storedAt: event.storedAt.toISOString(),
    leaf: await leafIndexAt(deps.pool, String(event.position)),
  }
}

/** H13: codes are bearer secrets. */
function masked(data: Record<string, unknown>): Record<string, unknown> {
  return typeof data['code'] === 'string' ? { ...data, code: maskCode(data['code']) } : data
}

/** Undefined unless an account's event. */
export async function chainOf(deps: Sources, position: string): Promise<Chain | undefined> {
  const asked = await deps.eventAt(BigInt(position))
  const account = asked && parseAccountStream(asked.stream)
  if (!asked || !account) return undefined
  const events = await allAccountEvents(deps, accountStream(account.businessId, account.buyerId))
  const self = events.find((event) => event.id === asked.id)
  if (!self) return undefined
  const key = keyOf(self)
  const belonging = events.filter((event) => (key === undefined ? event.id === self.id : keyOf(event) === key))
  const spends =
    belonging.some(({ type }) => type === 'PerkRedeemed') && key !== undefined ? spentFrom(events, key) : []
  const sources = new Set(spends.map(({ awardId }) => awardId))
  const links = events.filter((event) => belonging.includes(event) || (isSource(event) && sources.has(keyOf(event)!)))
  return {
    links: await Promise.all(
      links.map(async (event) => ({
        ...(await shownEvent(deps, event.stored)),
        part: belonging.includes(event) ? partOf(event) : ('spent_from' as const),
        asked: event.id === self.id,
      })),
    ),
    spends: spends.map(({ awardId, position: place, tenths }) => ({
      awardId,
      position: String(place),
      points: decimalString(tenths),
    })),
  }
}

const isSource = ({ type }: RecordedEvent): boolean => type === 'PointsAwarded' || type === 'PointsMergedIn'

function keyOf(event: RecordedEvent): string | undefined {
  switch (event.type) {
    case 'PointsAwarded':
    case 'AwardVoided':
    case 'AwardCorrected':
      return event.data.awardId
    case 'PerkRedeemed':
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
    case 'RedemptionReopened':
    case 'PointsRefunded':
      return event.data.redemptionId
    case 'PointsMergedOut':
    case 'PointsMergedIn':
      return event.data.mergeId
    case 'AccountClosed':
      return undefined
  }
}

function partOf(event: RecordedEvent) {
  switch (event.type) {
    case 'PointsAwarded':
      return 'award' as const
    case 'AwardVoided':
      return 'void' as const
    case 'AwardCorrected':
      return 'correction' as const
    case 'PerkRedeemed':
      return 'redemption' as const
    case 'RedemptionUsed':
      return 'use' as const
    case 'RedemptionReopened':
      return 'reopening' as const
    case 'RedemptionCancelled':
      return 'cancel' as const
    case 'PointsRefunded':
      return 'refund' as const
    case 'AccountClosed':
      return 'close' as const
    case 'PointsMergedOut':
    case 'PointsMergedIn':
      return 'merge' as const
  }
}
