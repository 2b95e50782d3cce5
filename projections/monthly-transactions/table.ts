import { amount, byBytes, describeTable, integer, word } from '../runtime/generations/table.ts'

/** `month`: 'YYYY-MM' in Asia/Yerevan. */
export const monthsTable = describeTable(
  'monthly_transactions',
  {
    businessId: integer,
    month: byBytes(word()),
    awards: integer,
    awardedTenths: amount,
    voidedTenths: amount,
  },
  { key: ['businessId', 'month'], fillfactor: 50 },
)
