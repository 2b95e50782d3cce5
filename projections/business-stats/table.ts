import { amount, day, describeTable, integer, nullable } from '../runtime/generations/table.ts'

/** Issued is awards minus voids (H8). */
export const statsTable = describeTable(
  'business_stats',
  {
    businessId: integer,
    buyers: integer,
    issuedTenths: amount,
    redeemedTenths: amount,
    refundedTenths: amount,
    forfeitedTenths: amount,
    /** Of recording (Asia/Yerevan), with an act at the counter. */
    lastDay: nullable(day),
  },
  { key: ['businessId'], fillfactor: 50, indexes: ['(last_day, business_id)'] },
)
