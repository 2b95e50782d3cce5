/** One account's rows of the read models in one snapshot, with its position. */
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inSnapshot } from '#platform/postgres/transaction.ts'
import { isLive } from '../runtime/catch-up/checkpoints.ts'
import { mayBeInShards, positionSql } from '../runtime/shards/shards.ts'

export type BalanceRow = { balanceTenths: number; events: number; revision: number; closed: boolean }
export type LineRow = { position: string; type: string; deltaTenths: number; balanceTenths: number; eventId: string }
export type RedemptionRow = { redemptionId: string; state: string; costTenths: number }
export type VisitsRow = { visits: number; spentAmd: number; firstAt: Date | null; lastAt: Date | null }
export type AccountRows = {
  asOf: bigint | null
  balance: BalanceRow | undefined
  visits: VisitsRow | undefined
  lines: LineRow[]
  redemptions: RedemptionRow[]
}

export const accountRows = (pool: Pool, businessId: number, buyerId: number): Promise<AccountRows> =>
  inSnapshot(pool, (client) => readRows(client, [businessId, buyerId]))

async function readRows(db: Queryable, account: [number, number]): Promise<AccountRows> {
  const asked = (position: string) =>
    db.query<{ generation: number; inShards: boolean; position: string | null }>(
      `SELECT generation, ${mayBeInShards('live')} AS "inShards", (${position})::text AS "position"
       FROM projection_generations AS live WHERE ${isLive()}`,
    )
  let { rows: live } = await asked('live.position')
  if (live[0]?.inShards) live = (await asked(positionSql(live[0].generation, 'live', String(account[0])))).rows
  const { rows: balances } = await db.query<BalanceRow>(
    `SELECT balance_tenths AS "balanceTenths", events, revision, closed FROM read.account_balances WHERE business_id = $1 AND buyer_id = $2`,
    account,
  )
  const { rows: lines } = await db.query<LineRow>(
    `SELECT position::text AS "position", type, delta_tenths AS "deltaTenths", balance_tenths AS "balanceTenths", event_id AS "eventId"
     FROM read.movements AS line WHERE business_id = $1 AND buyer_id = $2 ORDER BY line.position`,
    account,
  )
  const { rows: redemptions } = await db.query<RedemptionRow>(
    `SELECT redemption_id AS "redemptionId", state, cost_tenths AS "costTenths" FROM read.redemptions WHERE business_id = $1 AND buyer_id = $2 ORDER BY position`,
    account,
  )
  const { rows: visits } = await db.query<VisitsRow>(
    `SELECT visits, spent_amd AS "spentAmd", first_at AS "firstAt", last_at AS "lastAt" FROM read.buyer_visits
     WHERE business_id = $1 AND buyer_id = $2`,
    account,
  )
  const position = live[0]?.position
  return {
    asOf: position == null ? null : BigInt(position),
    balance: balances[0],
    visits: visits[0],
    lines,
    redemptions,
  }
}
