import { amount, day, describeTable, integer, uuid } from '../runtime/generations/table.ts'

/** `staffId`, `tillId` and `branchId` of acts without one: a key has no NULL. */
export const NOWHERE = '00000000-0000-0000-0000-000000000000'
/** `perkId` of purchases. */
export const NO_PERK = 0

/**
 * Purchases, and perks handed over, per buyer, hour and place. A row per buyer keeps distinct and new buyers exact,
 * in whatever order events reach the log.
 * - `day`: of recording (Asia/Yerevan). As in the daily book, a void, correction or undone use counts on its own day.
 * - `madeOn`: day of the award or use that the row counts or changes. On the same day it is that day's own business;
 *   otherwise a later change, kept apart so that it takes no buyer or purchase from the day.
 * - `hour` and the ids: of the award or use, so an undone slip leaves no peak and moves nothing to another person.
 */
export const reportTable = describeTable(
  'day_report',
  {
    businessId: integer,
    buyerId: integer,
    day,
    madeOn: day,
    hour: integer,
    staffId: uuid,
    tillId: uuid,
    branchId: uuid,
    perkId: integer,
    /** Awards minus voids. */
    purchases: integer,
    turnoverAmd: amount,
    /** Awarded minus voided, with corrections: what balances moved by. */
    givenTenths: amount,
    /** Uses minus undone uses, and what they cost. */
    perks: integer,
    usedTenths: amount,
  },
  {
    key: ['businessId', 'buyerId', 'day', 'madeOn', 'hour', 'staffId', 'tillId', 'branchId', 'perkId'],
    indexes: ['(business_id, day)'],
  },
)
