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

/** The index on codes is not unique, because a clash of two random codes must not stop the projection. */
export const redemptionsTable = describeTable(
  'redemptions',
  {
    redemptionId: uuid,
    businessId: integer,
    buyerId: integer,
    position,
    code: text,
    perkId: integer,
    perkName: text,
    costTenths: amount,
    state: word<'pending' | 'used' | 'cancelled'>(),
    createdAt: moment,
    usedAt: nullable(moment),
    cancelledAt: nullable(moment),
    cancelReason: nullable(text),
  },
  {
    key: ['redemptionId'],
    fillfactor: 80,
    indexes: [
      '(buyer_id, state, position)',
      '(business_id, code)',
      `(business_id, position) WHERE state = 'pending'`,
      `(created_at, redemption_id) WHERE state = 'pending'`,
    ],
  },
)
