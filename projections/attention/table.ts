import { amount, day, describeTable, integer, position } from '../runtime/generations/table.ts'

/**
 * Per business and day of recording (Asia/Yerevan): where in the log its acts at the counter lie, and what purchases
 * amount to. Owners change the thresholds, so remarks follow from these rows and the acts when they are read (decision
 * 47).
 */
export const attentionTable = describeTable(
  'attention_days',
  {
    businessId: integer,
    day,
    /** Of awards, voids, corrections, uses and undone uses. */
    firstPosition: position,
    lastPosition: position,
    /** Awards minus voids. As in the day report, changes of other days' awards count on the day of the change. */
    purchases: integer,
    turnoverAmd: amount,
  },
  { key: ['businessId', 'day'], fillfactor: 50 },
)
