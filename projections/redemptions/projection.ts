/** Redeemed perks with their cost, code and state (C13, H9). */
import { UnprojectableEvent, type AccountEvent } from '../runtime/catch-up/account-event.ts'
import type { AskingReadModel } from '../runtime/generations/read-model.ts'
import { batchOf, columnName, type RowOf, type Written } from '../runtime/generations/table.ts'
import { redemptionsTable } from './table.ts'

type Opened = Extract<AccountEvent, { type: 'PerkRedeemed' }>
type Settled = Extract<AccountEvent, { type: 'RedemptionUsed' | 'RedemptionCancelled' }>

const { redemptionId, state, usedAt, cancelledAt, cancelReason, settledPosition } = redemptionsTable.columns
/** What settling a redemption changes. */
const change = { state, usedAt, cancelledAt, cancelReason, settledPosition }
const endings = batchOf({ redemptionId, ...change })
const changes = Object.keys(change)
  .map(columnName)
  .map((name) => `${name} = ending.${name}`)
  .join(', ')
const lostId = redemptionsTable.select(['redemptionId'])

type Row = Written<typeof redemptionsTable.columns>
type Change = Pick<Row, keyof typeof change>

const PENDING: Change = {
  state: 'pending',
  usedAt: null,
  cancelledAt: null,
  cancelReason: null,
  settledPosition: null,
}

const NOT_PENDING = 'the event settles a redemption that is not pending'

export const redemptions: AskingReadModel = {
  ...redemptionsTable,

  async project(db, schema, events) {
    const opened = new Map<string, Opened>()
    const settled = new Map<string, Settled>()
    for (const event of events) {
      if (event.type === 'PerkRedeemed') opened.set(event.data.redemptionId, event)
      if (event.type !== 'RedemptionUsed' && event.type !== 'RedemptionCancelled') continue
      if (settled.has(event.data.redemptionId)) throw new UnprojectableEvent(event, NOT_PENDING)
      settled.set(event.data.redemptionId, event)
    }
    if (opened.size === 0 && settled.size === 0) return

    const fresh = [...opened.values()].map((event) => rowOf(event, settled.get(event.data.redemptionId)))
    const older = [...settled.values()].filter((event) => !opened.has(event.data.redemptionId)).sort(byRedemption)
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
          FROM ending WHERE redemption.redemption_id = ending.redemption_id AND redemption.state = 'pending'
          RETURNING redemption.redemption_id
        )
        SELECT ${lostId} FROM ending
        WHERE NOT EXISTS (SELECT FROM settled WHERE settled.redemption_id = ending.redemption_id) LIMIT 1`,
      values: [
        ...inserted,
        ...endings.values(older.map((event) => ({ redemptionId: event.data.redemptionId, ...changeBy(event) }))),
      ],
    })
    const lost = rows[0] && settled.get(rows[0].redemptionId)
    if (lost) throw new UnprojectableEvent(lost, NOT_PENDING)
  },

  follows: ({ type }) => type === 'PerkRedeemed' || type === 'RedemptionUsed' || type === 'RedemptionCancelled',
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
  const settledPosition = event.position
  switch (event.type) {
    case 'RedemptionUsed':
      return { ...PENDING, state: 'used', usedAt: at, settledPosition }
    case 'RedemptionCancelled':
      return { ...PENDING, state: 'cancelled', cancelledAt: at, cancelReason: event.data.reason, settledPosition }
  }
}

function byRedemption(a: Settled, b: Settled): number {
  return a.data.redemptionId < b.data.redemptionId ? -1 : 1
}
