/**
 * Purchases are added up. An account whose purchases a batch voids or corrects is counted anew from its movements,
 * because the event does not say what the award's amount and moment were.
 */
import { endsAccount } from '#ledger/account/ends-account.ts'
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { byAccount, type AccountStatement } from '../runtime/generations/read-model.ts'
import { batchOf, type Written } from '../runtime/generations/table.ts'
import { visitsTable } from './table.ts'

type Visits = Written<typeof visitsTable.columns>

const { businessId, buyerId, closed } = visitsTable.columns
const recounted = batchOf({ businessId, buyerId, closed })

export const buyerVisits: AccountStatement = {
  ...visitsTable,

  statement(schema, events) {
    const { added, anew } = visitsOf(events)
    if (added.length === 0 && anew.length === 0) return undefined
    const values = visitsTable.values(added)
    return {
      name: `${schema}.buyer_visits`,
      text: `
        WITH anew AS (
          INSERT INTO ${schema}.buyer_visits AS account (business_id, buyer_id, closed, visits, spent_amd, first_at, last_at)
          SELECT wanted.business_id, wanted.buyer_id, wanted.closed, counted.*
          FROM unnest(${recounted.arrays(values.length)}) AS wanted (${recounted.names})
          CROSS JOIN LATERAL (${purchases(schema)}) AS counted
          ON CONFLICT (business_id, buyer_id) DO UPDATE SET
            closed = account.closed OR excluded.closed,
            visits = excluded.visits,
            spent_amd = excluded.spent_amd,
            first_at = excluded.first_at,
            last_at = excluded.last_at
        )
        ${visitsTable.insert(schema, 'account')}
        ON CONFLICT (business_id, buyer_id) DO UPDATE SET
          closed = account.closed OR excluded.closed,
          visits = account.visits + excluded.visits,
          spent_amd = account.spent_amd + excluded.spent_amd,
          first_at = least(account.first_at, excluded.first_at),
          last_at = greatest(account.last_at, excluded.last_at)`,
      values: [...values, ...recounted.values(anew)],
    }
  },
}

/** The movements include the batch: they are written before (all.ts). */
const purchases = (schema: string): string => `
  SELECT count(*) AS visits, coalesce(sum(amount_amd), 0) AS spent_amd, min(at) AS first_at, max(at) AS last_at
  FROM (
    SELECT min(line.happened_at) FILTER (WHERE line.type = 'PointsAwarded') AS at,
      (array_agg(line.amount_amd ORDER BY line.position DESC))[1] AS amount_amd
    FROM ${schema}.movements AS line
    WHERE line.business_id = wanted.business_id AND line.buyer_id = wanted.buyer_id AND line.award_id IS NOT NULL
    GROUP BY line.award_id HAVING NOT bool_or(line.type = 'AwardVoided')
  ) AS purchase`

/** In key order. `added`: what the batch adds. `anew`: accounts to count anew. */
function visitsOf(events: readonly AccountEvent[]): { added: Visits[]; anew: Visits[] } {
  const accounts = new Map<string, Visits>()
  const changed = new Set<Visits>()
  for (const event of events) {
    if (!concerns(event)) continue
    const { stream, businessId, buyerId } = event
    let account = accounts.get(stream)
    if (!account)
      accounts.set(
        stream,
        (account = { businessId, buyerId, visits: 0, spentAmd: 0, firstAt: null, lastAt: null, closed: false }),
      )
    if (endsAccount(event.type)) account.closed = true
    else if (event.type === 'PointsAwarded') add(account, event)
    else if (event.type !== 'PointsMergedIn') changed.add(account)
  }
  const all = [...accounts.values()].sort(byAccount)
  return { added: all.filter((account) => !changed.has(account)), anew: all.filter((account) => changed.has(account)) }
}

type Concerning = Extract<
  AccountEvent,
  { type: 'PointsAwarded' | 'AwardVoided' | 'AwardCorrected' | 'AccountClosed' | 'PointsMergedOut' | 'PointsMergedIn' }
>

function concerns(event: AccountEvent): event is Concerning {
  switch (event.type) {
    case 'PointsAwarded':
    case 'AwardVoided':
    case 'AwardCorrected':
    case 'AccountClosed':
    case 'PointsMergedOut':
    // Lists the account although it has no purchase of its own.
    case 'PointsMergedIn':
      return true
    case 'PerkRedeemed':
    case 'PointsRefunded':
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
    case 'RedemptionReopened':
      return false
  }
}

function add(account: Visits, { data, metadata }: Extract<Concerning, { type: 'PointsAwarded' }>): void {
  const at = metadata.happenedAt ?? metadata.recordedAt
  account.visits += 1
  account.spentAmd += data.amountAmd
  account.firstAt = account.firstAt === null ? at : earlier(account.firstAt, at)
  account.lastAt = account.lastAt === null ? at : later(account.lastAt, at)
}

type Moment = NonNullable<Visits['lastAt']>
const msOf = (moment: Moment): number => new Date(moment).getTime()
const earlier = (a: Moment, b: Moment): Moment => (msOf(b) < msOf(a) ? b : a)
const later = (a: Moment, b: Moment): Moment => (msOf(b) > msOf(a) ? b : a)
