import { amount, day, describeTable, integer, position } from '../runtime/generations/table.ts'

/** `day`: in Asia/Yerevan. Positions locate a day's events without an index on time. */
export const bookTable = describeTable(
  'daily_book',
  {
    businessId: integer,
    day,
    awardedTenths: amount,
    voidedTenths: amount,
    redeemedTenths: amount,
    returnedTenths: amount,
    forfeitedTenths: amount,
    awards: integer,
    redemptions: integer,
    firstPosition: position,
    lastPosition: position,
  },
  { key: ['businessId', 'day'], fillfactor: 50 },
)
