import { amount, describeTable, flag, integer, moment, nullable } from '../runtime/generations/table.ts'

/**
 * A buyer's purchases at a business: awards that were not voided, with their corrected amounts (decision 44). Moments
 * are those of the purchases, null without one. No other index, because it would slow every award.
 */
export const visitsTable = describeTable(
  'buyer_visits',
  {
    businessId: integer,
    buyerId: integer,
    visits: integer,
    spentAmd: amount,
    firstAt: nullable(moment),
    lastAt: nullable(moment),
    closed: flag,
  },
  { key: ['businessId', 'buyerId'], keyFillfactor: 90, fillfactor: 60 },
)
