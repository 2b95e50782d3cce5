import { amount, describeTable, flag, integer, moment, position } from '../runtime/generations/table.ts'

/** Indexed columns never change, so with free space on the page every update is HOT. */
export const balancesTable = describeTable(
  'account_balances',
  {
    businessId: integer,
    buyerId: integer,
    balanceTenths: amount,
    events: integer,
    revision: integer,
    closed: flag,
    changedAt: moment,
    position,
  },
  { key: ['businessId', 'buyerId'], keyFillfactor: 90, fillfactor: 60, indexes: ['(buyer_id)'] },
)
