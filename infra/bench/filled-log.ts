/** Fills an embedded store's table directly: ten million events take minutes instead of an hour. */
import pg from 'pg'
import { ACCOUNT_PREFIX } from '#contracts/events/ledger-events.ts'
import { writtenAward } from './written-award.ts'

export const FILLED_BUSINESS = 1
const EVENTS_AN_ACCOUNT = 10
const ROWS_AT_ONCE = 500_000

/** Accounts with ten events each, in rounds: all first events, then all second ones. */
export const filledAccounts = (events: number): number => events / EVENTS_AN_ACCOUNT

/** Throws unless `events` is a multiple of ten. The store must be down, because it remembers the end of its log. */
export async function fillLog(databaseUrl: string, events: number): Promise<void> {
  const accounts = filledAccounts(events)
  if (!Number.isInteger(accounts)) throw new RangeError(`${events} is not a multiple of ${EVENTS_AN_ACCOUNT}`)
  const { data, metadata } = writtenAward(FILLED_BUSINESS, 1_000, new Date())
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ last: string }>('SELECT coalesce(max(position), 0)::text AS last FROM events')
    // Building the index once at the end is much faster.
    await client.query('ALTER TABLE events DROP CONSTRAINT events_stream_revision')
    for (let from = 0; from < events; from += ROWS_AT_ONCE) {
      await client.query(
        `INSERT INTO events (position, stream, revision, id, type, is_json, created_ms, data, metadata)
         SELECT $1::bigint + (i + 1) * 100, $2 || (i % $3::int + 1), i / $3::int, gen_random_uuid(), 'PointsAwarded', true, $4::bigint, $5::bytea, $6::bytea
         FROM generate_series($7::int, $8::int) AS i`,
        [
          rows[0]!.last,
          `${ACCOUNT_PREFIX}${FILLED_BUSINESS}.`,
          accounts,
          Date.now(),
          Buffer.from(JSON.stringify(data)),
          Buffer.from(JSON.stringify(metadata)),
          from,
          Math.min(events, from + ROWS_AT_ONCE) - 1,
        ],
      )
    }
    await client.query('ALTER TABLE events ADD CONSTRAINT events_stream_revision UNIQUE (stream, revision)')
    await client.query('VACUUM ANALYZE events')
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}
