import type { MovementType } from '#contracts/events/ledger-events.ts'
import {
  amount,
  describeTable,
  integer,
  moment,
  nullable,
  position,
  text,
  uuid,
  word,
} from '../runtime/generations/table.ts'

/**
 * One row per event that moves points; null fields do not apply to the event's type. `staffId`, `tillId`, `branchId`:
 * null for acts away from a till.
 */
export const movementsTable = describeTable(
  'movements',
  {
    businessId: integer,
    buyerId: integer,
    position,
    revision: integer,
    eventId: uuid,
    type: word<MovementType, string>(),
    deltaTenths: amount,
    balanceTenths: amount,
    awardId: nullable(uuid),
    redemptionId: nullable(uuid),
    amountAmd: nullable(amount),
    rule: nullable(text),
    receipt: nullable(text),
    perkId: nullable(integer),
    perkName: nullable(text),
    reason: nullable(text),
    /** Of a correction: what the balance did not cover (decision 44). */
    missingTenths: nullable(amount),
    commandId: uuid,
    actorId: integer,
    actorRole: word(),
    onBehalfOf: nullable(integer),
    staffId: nullable(uuid),
    tillId: nullable(uuid),
    branchId: nullable(uuid),
    happenedAt: moment,
    recordedAt: moment,
    storedAt: moment,
  },
  {
    key: ['businessId', 'buyerId', 'position'],
    indexes: [
      '(business_id, position)',
      // Auditors page through the whole log.
      '(position)',
      // Finds rare types without reading the awards before them; an award, the most frequent one, does not pay for it.
      `(business_id, type, position) WHERE type <> 'PointsAwarded'`,
    ],
  },
)
