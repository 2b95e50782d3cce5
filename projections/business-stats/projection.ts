/** Totals of a business; its balances always add up to issued - redeemed + refunded - forfeited. */
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { plain } from '../runtime/catch-up/columns.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'

type Totals = {
  businessId: number
  buyers: number
  issuedTenths: number
  redeemedTenths: number
  refundedTenths: number
  forfeitedTenths: number
}

export const businessStats: AccountStatement = {
  table: 'business_stats',

  ddl: (schema) => `
    CREATE TABLE ${schema}.business_stats (
      business_id integer PRIMARY KEY,
      buyers integer NOT NULL,
      issued_tenths bigint NOT NULL,
      redeemed_tenths bigint NOT NULL,
      refunded_tenths bigint NOT NULL,
      forfeited_tenths bigint NOT NULL
    ) WITH (fillfactor = 50);`,

  statement(schema, events) {
    const totals = totalsOf(events)
    return {
      name: `${schema}.business_stats`,
      text: `
        INSERT INTO ${schema}.business_stats AS business
          (business_id, buyers, issued_tenths, redeemed_tenths, refunded_tenths, forfeited_tenths)
        SELECT * FROM unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
        ON CONFLICT (business_id) DO UPDATE SET
          buyers = business.buyers + excluded.buyers,
          issued_tenths = business.issued_tenths + excluded.issued_tenths,
          redeemed_tenths = business.redeemed_tenths + excluded.redeemed_tenths,
          refunded_tenths = business.refunded_tenths + excluded.refunded_tenths,
          forfeited_tenths = business.forfeited_tenths + excluded.forfeited_tenths`,
      values: [
        plain(totals.map((total) => total.businessId)),
        plain(totals.map((total) => total.buyers)),
        plain(totals.map((total) => total.issuedTenths)),
        plain(totals.map((total) => total.redeemedTenths)),
        plain(totals.map((total) => total.refundedTenths)),
        plain(totals.map((total) => total.forfeitedTenths)),
      ],
    }
  },
}

function totalsOf(events: readonly AccountEvent[]): Totals[] {
  const totals = new Map<number, Totals>()
  for (const event of events) {
    let total = totals.get(event.businessId)
    if (!total) {
      total = {
        businessId: event.businessId,
        buyers: 0,
        issuedTenths: 0,
        redeemedTenths: 0,
        refundedTenths: 0,
        forfeitedTenths: 0,
      }
      totals.set(event.businessId, total)
    }
    // An account counts from its first event, of any type, until it is closed.
    if (event.revision === 0) total.buyers += 1
    add(total, event)
  }
  return [...totals.values()].sort((a, b) => a.businessId - b.businessId)
}

function add(total: Totals, event: AccountEvent): void {
  switch (event.type) {
    case 'PointsAwarded':
      total.issuedTenths += event.data.tenths
      return
    case 'AwardVoided':
      // Issued is awards minus voids; a cancelled redemption issues nothing (H8).
      total.issuedTenths -= event.data.tenths
      return
    case 'PerkRedeemed':
      total.redeemedTenths += event.data.costTenths
      return
    case 'PointsRefunded':
      total.refundedTenths += event.data.tenths
      return
    case 'AccountClosed':
      total.buyers -= 1
      total.forfeitedTenths += event.data.forfeitedTenths
      return
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
  }
}
