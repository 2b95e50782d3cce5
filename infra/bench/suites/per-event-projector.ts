/** Baseline of P12: a projector with one transaction per event and one statement per table. */
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { AccountEvent } from '#projections/runtime/catch-up/account-event.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'

const TABLES = `
  CREATE SCHEMA bench_per_event;
  CREATE TABLE bench_per_event.balances (business_id int, buyer_id int, tenths bigint NOT NULL, PRIMARY KEY (business_id, buyer_id)) WITH (fillfactor = 60);
  CREATE TABLE bench_per_event.lines (business_id int, buyer_id int, position bigint, delta_tenths bigint NOT NULL, balance_tenths bigint NOT NULL,
    recorded_at timestamptz NOT NULL, PRIMARY KEY (business_id, buyer_id, position));
  CREATE TABLE bench_per_event.stats (business_id int PRIMARY KEY, tenths bigint NOT NULL) WITH (fillfactor = 50);
  CREATE TABLE bench_per_event.months (business_id int, month text, awards int NOT NULL, PRIMARY KEY (business_id, month)) WITH (fillfactor = 50);
  CREATE TABLE bench_per_event.checkpoint (position bigint NOT NULL);
  INSERT INTO bench_per_event.checkpoint VALUES (-1);`

/** Events per second. */
export async function perEventRate(pool: Pool, events: readonly AccountEvent[]): Promise<number> {
  await pool.query(TABLES)
  const client = await pool.connect()
  try {
    const startedAt = performance.now()
    for (const event of events) await projectOne(client, event)
    return (events.length * 1000) / (performance.now() - startedAt)
  } finally {
    client.release()
    await pool.query('DROP SCHEMA bench_per_event CASCADE')
  }
}

async function projectOne(client: PoolClient, event: AccountEvent): Promise<void> {
  const { businessId, buyerId, position, metadata } = event
  const delta = deltaTenths(event) ?? 0
  await client.query('BEGIN')
  const balance = await client.query<{ tenths: number }>({
    name: 'pe-balance',
    text: `INSERT INTO bench_per_event.balances AS b VALUES ($1, $2, $3)
      ON CONFLICT (business_id, buyer_id) DO UPDATE SET tenths = b.tenths + excluded.tenths RETURNING tenths`,
    values: [businessId, buyerId, delta],
  })
  await client.query({
    name: 'pe-line',
    text: 'INSERT INTO bench_per_event.lines VALUES ($1, $2, $3, $4, $5, $6)',
    values: [businessId, buyerId, String(position), delta, balance.rows[0]?.tenths, metadata.recordedAt],
  })
  await client.query({
    name: 'pe-stats',
    text: `INSERT INTO bench_per_event.stats AS s VALUES ($1, $2) ON CONFLICT (business_id) DO UPDATE SET tenths = s.tenths + excluded.tenths`,
    values: [businessId, delta],
  })
  await client.query({
    name: 'pe-month',
    text: `INSERT INTO bench_per_event.months AS m VALUES ($1, $2, 1) ON CONFLICT (business_id, month) DO UPDATE SET awards = m.awards + 1`,
    values: [businessId, metadata.recordedAt.slice(0, 7)],
  })
  await client.query({
    name: 'pe-checkpoint',
    text: 'UPDATE bench_per_event.checkpoint SET position = $1',
    values: [String(position)],
  })
  await client.query('COMMIT')
}
