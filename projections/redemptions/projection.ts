/** Redeemed perks with their cost, code and state (C13, H9). */
import type { SettlingType } from '#contracts/events/ledger-events.ts'
import { UnprojectableEvent, type AccountEvent } from '../runtime/catch-up/account-event.ts'
import type { LedgerLogEvent } from '../runtime/catch-up/power-event.ts'
import type { AskingReadModel } from '../runtime/generations/read-model.ts'
import { batchOf, columnName, type RowOf, type Written } from '../runtime/generations/table.ts'
import { redemptionsTable } from './table.ts'

type Opened = Extract<AccountEvent, { type: 'PerkRedeemed' }>
type Settled = Extract<AccountEvent, { type: SettlingType }>
/** A batch's events of one redemption: the state before the first, and the last. */
type Settling = { first: Settled; last: Settled }

const { redemptionId, state, usedAt, cancelledAt, cancelReason } = redemptionsTable.columns
/** What settling a redemption changes. */
const change = { state, usedAt, cancelledAt, cancelReason }
const endings = batchOf({ redemptionId, ...change, stateBefore: state })
const changes = Object.keys(change)
  .map(columnName)
  .map((name) => `${name} = ending.${name}`)
  .join(', ')
const lostId = redemptionsTable.select(['redemptionId'])

type Row = Written<typeof redemptionsTable.columns>
type Change = Pick<Row, keyof typeof change>

const PENDING: Change = { state: 'pending', usedAt: null, cancelledAt: null, cancelReason: null }

const wrongState = ({ type }: Settled): string =>
  type === 'RedemptionReopened'
    ? 'the event reopens a redemption that is not used'
    : 'the event settles a redemption that is not pending'

export const redemptions: AskingReadModel = {
  ...redemptionsTable,

  async project(db, schema, events) {
    const opened = new Map<string, Opened>()
    const settled = new Map<string, Settling>()
    for (const event of events) {
      if (event.type === 'PerkRedeemed') opened.set(event.data.redemptionId, event)
      if (!isSettled(event)) continue
      const { redemptionId } = event.data
      const earlier = settled.get(redemptionId)
      const before = earlier ? changeBy(earlier.last).state : opened.has(redemptionId) ? 'pending' : undefined
      if (before !== undefined && before !== stateBefore(event)) throw new UnprojectableEvent(event, wrongState(event))
      settled.set(redemptionId, { first: earlier?.first ?? event, last: event })
    }
    if (opened.size === 0 && settled.size === 0) return

    const fresh = [...opened.values()].map((event) => rowOf(event, settled.get(event.data.redemptionId)?.last))
    const older = [...settled.values()]
      .filter(({ last }) => !opened.has(last.data.redemptionId))
      .sort((a, b) => (a.last.data.redemptionId < b.last.data.redemptionId ? -1 : 1))
    const inserted = redemptionsTable.values(fresh)
    const { rows } = await db.query<RowOf<typeof lostId>>({
      name: `${schema}.redemptions`,
      text: `
        WITH opened AS (
          ${redemptionsTable.insert(schema)}
        ), ending AS (
          SELECT * FROM unnest(${endings.arrays(inserted.length)}) AS ending (${endings.names})
        ), settled AS (
          UPDATE ${schema}.redemptions AS redemption SET ${changes}
          FROM ending WHERE redemption.redemption_id = ending.redemption_id AND redemption.state = ending.state_before
          RETURNING redemption.redemption_id
        )
        SELECT ${lostId} FROM ending
        WHERE NOT EXISTS (SELECT FROM settled WHERE settled.redemption_id = ending.redemption_id) LIMIT 1`,
      values: [
        ...inserted,
        ...endings.values(
          older.map(({ first, last }) => ({
            redemptionId: last.data.redemptionId,
            ...changeBy(last),
            stateBefore: stateBefore(first),
          })),
        ),
      ],
    })
    const lost = rows[0] && settled.get(rows[0].redemptionId)
    if (lost) throw new UnprojectableEvent(lost.first, wrongState(lost.first))
  },

  follows: (event) => event.type === 'PerkRedeemed' || isSettled(event),
}

const SETTLES = { RedemptionUsed: true, RedemptionCancelled: true, RedemptionReopened: true } satisfies Record<
  SettlingType,
  true
>

function isSettled(event: LedgerLogEvent): event is Settled {
  return Object.hasOwn(SETTLES, event.type)
}

function stateBefore({ type }: Settled): Row['state'] {
  return type === 'RedemptionReopened' ? 'used' : 'pending'
}

function rowOf({ businessId, buyerId, position, data, metadata }: Opened, end: Settled | undefined): Row {
  return {
    redemptionId: data.redemptionId,
    businessId,
    buyerId,
    position,
    code: data.code,
    perkId: data.perkId,
    perkName: data.perkName,
    costTenths: data.costTenths,
    createdAt: metadata.recordedAt,
    ...(end ? changeBy(end) : PENDING),
  }
}

function changeBy(event: Settled): Change {
  const at = event.metadata.recordedAt
  switch (event.type) {
    case 'RedemptionUsed':
      return { ...PENDING, state: 'used', usedAt: at }
    case 'RedemptionCancelled':
      return { ...PENDING, state: 'cancelled', cancelledAt: at, cancelReason: event.data.reason }
    case 'RedemptionReopened':
      return PENDING
  }
}
