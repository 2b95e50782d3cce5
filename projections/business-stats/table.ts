import { amount, describeTable, integer } from '../runtime/generations/table.ts'

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
  },
  { key: ['businessId'], fillfactor: 50 },
)
