import {
  byBytes,
  describeTable,
  integer,
  moment,
  nullable,
  position,
  text,
  uuid,
  word,
} from '../runtime/generations/table.ts'

/** `businessId`: 0 for events of no single business. `facts`: the event's data as JSON. */
export const historyTable = describeTable(
  'business_history',
  {
    businessId: integer,
    position,
    stream: byBytes(text),
    revision: integer,
    eventId: uuid,
    type: word(),
    buyerId: nullable(integer),
    redemptionId: nullable(uuid),
    facts: text,
    commandId: uuid,
    actorId: integer,
    actorRole: word(),
    onBehalfOf: nullable(integer),
    staffId: nullable(uuid),
    tillId: nullable(uuid),
    branchId: nullable(uuid),
    recordedAt: moment,
    storedAt: moment,
  },
  {
    key: ['businessId', 'position'],
    // Acts on businesses, without the redemptions between them (acts.ts).
    indexes: [
      '(position) WHERE buyer_id IS NULL',
      // The state of a redemption as of a position (redemptions/as-of.ts).
      '(redemption_id, position) WHERE redemption_id IS NOT NULL',
      // The counter's latest uses (recent-uses.ts).
      `(business_id, recorded_at) WHERE type = 'RedemptionUsed'`,
    ],
  },
)
