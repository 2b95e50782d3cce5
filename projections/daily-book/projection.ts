/**
 * The points-liability book: totals per business and day of recording (Asia/Yerevan). Balances are summed when read, so
 * an event that reaches the log after midnight changes one row only.
 */
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { plain } from '../runtime/catch-up/columns.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'
import { yerevanDayOf } from '../runtime/catch-up/yerevan-days.ts'

type Amounts = {
  awarded: number
  voided: number
  redeemed: number
  returned: number
  forfeited: number
  awards: number
  redemptions: number
}
type Day = Amounts & { businessId: number; day: string; firstPosition: bigint; lastPosition: bigint }

const NOTHING: Amounts = { awarded: 0, voided: 0, redeemed: 0, returned: 0, forfeited: 0, awards: 0, redemptions: 0 }

export const dailyBook: AccountStatement = {
  table: 'daily_book',

  // Positions locate a day's events without an index on time.
  ddl: (schema) => `
    CREATE TABLE ${schema}.daily_book (
      business_id integer NOT NULL,
      day date NOT NULL,
      awarded_tenths bigint NOT NULL,
      voided_tenths bigint NOT NULL,
      redeemed_tenths bigint NOT NULL,
      returned_tenths bigint NOT NULL,
      forfeited_tenths bigint NOT NULL,
      awards integer NOT NULL,
      redemptions integer NOT NULL,
      first_position bigint NOT NULL,
      last_position bigint NOT NULL,
      PRIMARY KEY (business_id, day)
    ) WITH (fillfactor = 50);`,

  statement(schema, events) {
    const days = daysOf(events)
    if (days.length === 0) return undefined
    return {
      name: `${schema}.daily_book`,
      text: `
        INSERT INTO ${schema}.daily_book AS book (business_id, day, awarded_tenths, voided_tenths, redeemed_tenths, returned_tenths,
          forfeited_tenths, awards, redemptions, first_position, last_position)
        SELECT * FROM unnest($1::int[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::int[], $9::int[],
          $10::bigint[], $11::bigint[])
        ON CONFLICT (business_id, day) DO UPDATE SET
          awarded_tenths = book.awarded_tenths + excluded.awarded_tenths,
          voided_tenths = book.voided_tenths + excluded.voided_tenths,
          redeemed_tenths = book.redeemed_tenths + excluded.redeemed_tenths,
          returned_tenths = book.returned_tenths + excluded.returned_tenths,
          forfeited_tenths = book.forfeited_tenths + excluded.forfeited_tenths,
          awards = book.awards + excluded.awards,
          redemptions = book.redemptions + excluded.redemptions,
          last_position = excluded.last_position`,
      values: [
        plain(days.map((day) => day.businessId)),
        plain(days.map((day) => day.day)),
        plain(days.map((day) => day.awarded)),
        plain(days.map((day) => day.voided)),
        plain(days.map((day) => day.redeemed)),
        plain(days.map((day) => day.returned)),
        plain(days.map((day) => day.forfeited)),
        plain(days.map((day) => day.awards)),
        plain(days.map((day) => day.redemptions)),
        plain(days.map((day) => day.firstPosition)),
        plain(days.map((day) => day.lastPosition)),
      ],
    }
  },
}

/** In key order; events that move no points create no row. */
function daysOf(events: readonly AccountEvent[]): Day[] {
  const days = new Map<string, Day>()
  for (const event of events) {
    if (event.type === 'RedemptionUsed' || event.type === 'RedemptionCancelled') continue
    const { businessId, position } = event
    const date = yerevanDayOf(event.metadata.recordedAt)
    const key = `${businessId} ${date}`
    let day = days.get(key)
    if (!day)
      days.set(key, (day = { businessId, day: date, ...NOTHING, firstPosition: position, lastPosition: position }))
    day.lastPosition = position
    add(day, event)
  }
  return [...days.values()].sort((a, b) => a.businessId - b.businessId || (a.day < b.day ? -1 : 1))
}

function add(day: Day, event: AccountEvent): void {
  switch (event.type) {
    case 'PointsAwarded':
      day.awarded += event.data.tenths
      day.awards += 1
      return
    case 'AwardVoided':
      day.voided += event.data.tenths
      return
    case 'PerkRedeemed':
      day.redeemed += event.data.costTenths
      day.redemptions += 1
      return
    case 'PointsRefunded':
      day.returned += event.data.tenths
      return
    case 'AccountClosed':
      day.forfeited += event.data.forfeitedTenths
      return
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
  }
}
