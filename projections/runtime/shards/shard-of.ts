/** Which events a shard writes: those of its businesses (decision 69). Every row of a read model is of one business. */
import { ACCOUNT_PREFIX, parseAccountStream } from '#contracts/events/ledger-events.ts'
import type { LogBatch, LogEvent } from '#platform/event-store/log-reader.ts'
import { ledgerBatch, type LedgerBatch } from '../catch-up/ledger-batch.ts'

/** `shard`: from 0. `shards`: how many there are. */
export type ShardId = { shard: number; shards: number }

/** Business ids come from a sequence, so their remainders spread evenly. SQL computes it, too: `positionSql`. */
export const shardOf = (businessId: number, shards: number): number => businessId % shards

/** The shard's events of what was read, and the position of all that was read. */
export function batchOfShard(found: LogBatch, until: bigint | undefined, { shard, shards }: ShardId): LedgerBatch {
  const isOwn = (businessId: number | null) => shardOf(businessId ?? 0, shards) === shard
  // Streams of accounts name their business, so that those of other shards are not parsed.
  const mayBeOwn = ({ stream }: LogEvent) => {
    const account = stream.startsWith(ACCOUNT_PREFIX) ? parseAccountStream(stream) : undefined
    return account === undefined || isOwn(account.businessId)
  }
  const batch = ledgerBatch({ ...found, events: found.events.filter(mayBeOwn) }, until)
  return { ...batch, events: batch.events.filter(({ businessId }) => isOwn(businessId)) }
}
