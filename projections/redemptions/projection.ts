/** Redeemed perks with their cost, code and state (C13, H9). */
import { UnprojectableEvent, type AccountEvent } from '../runtime/catch-up/account-event.ts'
import { plain, texts, uuids } from '../runtime/catch-up/columns.ts'
import type { AskingReadModel } from '../runtime/generations/read-model.ts'

type Opened = Extract<AccountEvent, { type: 'PerkRedeemed' }>
type Settled = Extract<AccountEvent, { type: 'RedemptionUsed' | 'RedemptionCancelled' }>

const NOT_PENDING = 'the redemption that it settles is not pending'

export const redemptions: AskingReadModel = {
  table: 'redemptions',

  // The index on codes is not unique, because a clash of two random codes must not stop the projection.
  ddl: (schema) => `
    CREATE TABLE ${schema}.redemptions (
      redemption_id uuid PRIMARY KEY,
      business_id integer NOT NULL,
      buyer_id integer NOT NULL,
      position bigint NOT NULL,
      code text NOT NULL,
      perk_id integer NOT NULL,
      perk_name text NOT NULL,
      cost_tenths bigint NOT NULL,
      state text NOT NULL,
      created_at timestamptz NOT NULL,
      used_at timestamptz,
      cancelled_at timestamptz,
      cancel_reason text,
      -- where in the log it was used or cancelled: before it, it was pending
      settled_position bigint
    ) WITH (fillfactor = 80);
    CREATE INDEX ON ${schema}.redemptions (buyer_id, state, position);
    CREATE INDEX ON ${schema}.redemptions (business_id, code);
    CREATE INDEX ON ${schema}.redemptions (business_id, position) WHERE state = 'pending';
    CREATE INDEX ON ${schema}.redemptions (created_at, redemption_id) WHERE state = 'pending';`,

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

    const fresh = [...opened.values()].map((event) => ({ event, end: settled.get(event.data.redemptionId) }))
    const older = [...settled.values()].filter((event) => !opened.has(event.data.redemptionId)).sort(byRedemption)
    const { rows } = await db.query<{ redemptionId: string }>({
      name: `${schema}.redemptions`,
      text: `
        WITH opened AS (
          INSERT INTO ${schema}.redemptions (redemption_id, business_id, buyer_id, position, code, perk_id, perk_name, cost_tenths,
            state, created_at, used_at, cancelled_at, cancel_reason, settled_position)
          SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::int[], $7::text[], $8::bigint[],
            $9::text[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::text[], $14::bigint[])
        ), ending AS (
          SELECT * FROM unnest($15::uuid[], $16::text[], $17::timestamptz[], $18::timestamptz[], $19::text[], $20::bigint[])
            AS ending (redemption_id, state, used_at, cancelled_at, cancel_reason, settled_position)
        ), settled AS (
          UPDATE ${schema}.redemptions AS redemption
          SET state = ending.state, used_at = ending.used_at, cancelled_at = ending.cancelled_at, cancel_reason = ending.cancel_reason,
            settled_position = ending.settled_position
          FROM ending WHERE redemption.redemption_id = ending.redemption_id AND redemption.state = 'pending'
          RETURNING redemption.redemption_id
        )
        SELECT redemption_id AS "redemptionId" FROM ending
        WHERE NOT EXISTS (SELECT FROM settled WHERE settled.redemption_id = ending.redemption_id) LIMIT 1`,
      values: [
        uuids(fresh.map(({ event }) => event.data.redemptionId)),
        plain(fresh.map(({ event }) => event.businessId)),
        plain(fresh.map(({ event }) => event.buyerId)),
        plain(fresh.map(({ event }) => event.position)),
        texts(fresh.map(({ event }) => event.data.code)),
        plain(fresh.map(({ event }) => event.data.perkId)),
        texts(fresh.map(({ event }) => event.data.perkName)),
        plain(fresh.map(({ event }) => event.data.costTenths)),
        plain(fresh.map(({ end }) => (end ? ending(end).state : 'pending'))),
        plain(fresh.map(({ event }) => event.metadata.recordedAt)),
        plain(fresh.map(({ end }) => (end ? ending(end).usedAt : null))),
        plain(fresh.map(({ end }) => (end ? ending(end).cancelledAt : null))),
        texts(fresh.map(({ end }) => (end ? ending(end).cancelReason : null))),
        plain(fresh.map(({ end }) => (end ? end.position : null))),
        uuids(older.map((event) => event.data.redemptionId)),
        plain(older.map((event) => ending(event).state)),
        plain(older.map((event) => ending(event).usedAt)),
        plain(older.map((event) => ending(event).cancelledAt)),
        texts(older.map((event) => ending(event).cancelReason)),
        plain(older.map((event) => event.position)),
      ],
    })
    const lost = rows[0] && settled.get(rows[0].redemptionId)
    if (lost) throw new UnprojectableEvent(lost, NOT_PENDING)
  },

  follows: ({ type }) => type === 'PerkRedeemed' || type === 'RedemptionUsed' || type === 'RedemptionCancelled',
}

function ending(event: Settled): {
  state: string
  usedAt: string | null
  cancelledAt: string | null
  cancelReason: string | null
} {
  const at = event.metadata.recordedAt
  switch (event.type) {
    case 'RedemptionUsed':
      return { state: 'used', usedAt: at, cancelledAt: null, cancelReason: null }
    case 'RedemptionCancelled':
      return { state: 'cancelled', usedAt: null, cancelledAt: at, cancelReason: event.data.reason }
  }
}

function byRedemption(a: Settled, b: Settled): number {
  return a.data.redemptionId < b.data.redemptionId ? -1 : 1
}
