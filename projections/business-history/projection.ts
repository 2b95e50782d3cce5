/** A business's events that move no points; with the movements, its whole history. */
import { plain, texts, uuids } from '../runtime/catch-up/columns.ts'
import { isPowerEvent, type LedgerLogEvent } from '../runtime/catch-up/power-event.ts'
import type { LogStatement } from '../runtime/generations/read-model.ts'

export const businessHistory: LogStatement = {
  table: 'business_history',

  ddl: (schema) => `
    CREATE TABLE ${schema}.business_history (
      business_id integer NOT NULL,
      position bigint NOT NULL,
      stream text COLLATE "C" NOT NULL,
      revision integer NOT NULL,
      event_id uuid NOT NULL,
      type text NOT NULL,
      buyer_id integer,
      redemption_id uuid,
      facts text NOT NULL,
      command_id uuid NOT NULL,
      actor_id integer NOT NULL,
      actor_role text NOT NULL,
      on_behalf_of integer,
      recorded_at timestamptz NOT NULL,
      stored_at timestamptz NOT NULL,
      PRIMARY KEY (business_id, position)
    );
    -- What was done to businesses, without the redemptions between it (acts.ts).
    CREATE INDEX ON ${schema}.business_history (position) WHERE buyer_id IS NULL;`,

  logStatement(schema, events) {
    const lines = events.flatMap(lineOf)
    if (lines.length === 0) return undefined
    return {
      name: `${schema}.business_history`,
      text: `
        INSERT INTO ${schema}.business_history (business_id, position, stream, revision, event_id, type, buyer_id, redemption_id, facts, command_id,
          actor_id, actor_role, on_behalf_of, recorded_at, stored_at)
        SELECT * FROM unnest($1::int[], $2::bigint[], $3::text[], $4::int[], $5::uuid[], $6::text[], $7::int[], $8::uuid[], $9::text[], $10::uuid[],
          $11::int[], $12::text[], $13::int[], $14::timestamptz[], $15::timestamptz[])`,
      values: [
        plain(lines.map(({ businessId }) => businessId)),
        plain(lines.map(({ event }) => event.position)),
        texts(lines.map(({ event }) => event.stream)),
        plain(lines.map(({ event }) => event.revision)),
        uuids(lines.map(({ event }) => event.id)),
        plain(lines.map(({ event }) => event.type)),
        plain(lines.map(({ buyerId }) => buyerId)),
        uuids(lines.map(({ redemptionId }) => redemptionId)),
        texts(lines.map(({ facts }) => facts)),
        uuids(lines.map(({ event }) => event.metadata.commandId)),
        plain(lines.map(({ event }) => event.metadata.actor.userId)),
        plain(lines.map(({ event }) => event.metadata.actor.role)),
        plain(lines.map(({ event }) => event.metadata.onBehalfOf ?? null)),
        plain(lines.map(({ event }) => event.metadata.recordedAt)),
        plain(lines.map(({ event }) => event.storedAt.toISOString())),
      ],
    }
  },
}

type Line = {
  event: LedgerLogEvent
  businessId: number
  buyerId: number | null
  redemptionId: string | null
  facts: string
}

/** `facts`: the event's data as JSON. */
function lineOf(event: LedgerLogEvent): Line[] {
  if (isPowerEvent(event)) {
    return [
      {
        event,
        businessId: event.businessId ?? 0,
        buyerId: null,
        redemptionId: null,
        facts: JSON.stringify(event.data),
      },
    ]
  }
  switch (event.type) {
    case 'RedemptionUsed':
    case 'RedemptionCancelled': {
      const { businessId, buyerId, data } = event
      return [{ event, businessId, buyerId, redemptionId: data.redemptionId, facts: JSON.stringify(data) }]
    }
    case 'PointsAwarded':
    case 'PerkRedeemed':
    case 'PointsRefunded':
    case 'AwardVoided':
    case 'AccountClosed':
      return []
  }
}
