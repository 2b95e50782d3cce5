/**
 * Movements in one table and in hash partitions by business: the same rows and indexes, written and read in turns. SQL
 * alone, because that is where the difference would be.
 */
import { generationSchema } from '#projections/runtime/generations/generation-schema.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import type { Bench } from '../bench.ts'
import { randomFrom, shuffled } from '../load/random.ts'
import { spreadOf, type Spread } from '../measure/ratios.ts'

export type PartitionsResult = { rows: number; partitions: number; layouts: LayoutOfTable[] }
export type LayoutOfTable = {
  name: string
  insertedPerSecond: Spread
  /** The newest 50 lines of an account, and of a business; medians. */
  accountMs: Spread
  businessMs: Spread
  bytes: number
}

const PARTITIONS = 16
const BUSINESSES = 1_000
const BUYERS = 10_000
const BATCH = 500
const BATCHES = 60
const READS = 200
const TABLES = ['one_table', 'hash_partitions'] as const

export async function partitionsSuite(bench: Bench): Promise<PartitionsResult> {
  const { rounds, quick, seed } = bench.options
  const rows = quick ? 200_000 : 3_000_000
  const pool = createPool(bench.product.databaseUrl, {
    max: 2,
    name: 'hatik-bench-partitions',
    statementTimeoutMs: 1_200_000,
  })
  try {
    await createTables(pool)
    let position = 0
    const insert = async (table: string, from: number, count: number) => {
      await pool.query(INSERT(table), [from, count, BUSINESSES, BUYERS])
    }
    for (const table of TABLES) await insert(table, 0, rows)
    position = rows
    await pool.query(`ANALYZE ${TABLES.map(nameOf).join(', ')}`)
    const random = randomFrom(seed)
    const measured = TABLES.map((name) => ({
      name,
      inserted: [] as number[],
      account: [] as number[],
      business: [] as number[],
    }))
    for (let round = 1; round <= rounds; round += 1) {
      for (const one of shuffled(measured, random)) {
        const startedAt = performance.now()
        for (let batch = 0; batch < BATCHES; batch += 1) await insert(one.name, position + batch * BATCH, BATCH)
        one.inserted.push((BATCHES * BATCH * 1000) / (performance.now() - startedAt))
        one.account.push(
          await medianMs(pool, random, `${READ(one.name)} AND buyer_id = $2 ORDER BY position DESC LIMIT 50`, 2),
        )
        one.business.push(await medianMs(pool, random, `${READ(one.name)} ORDER BY position DESC LIMIT 50`, 1))
        bench.say(`  round ${round}  ${one.name}: ${Math.round(one.inserted.at(-1)!)} rows/s`)
      }
      position += BATCHES * BATCH
    }
    const layouts = []
    for (const { name, inserted, account, business } of measured)
      layouts.push({
        name: name.replace('_', ' '),
        insertedPerSecond: spreadOf(inserted),
        accountMs: spreadOf(account),
        businessMs: spreadOf(business),
        bytes: await bytesOf(pool, name),
      })
    return { rows, partitions: PARTITIONS, layouts }
  } finally {
    await pool.query(`DROP TABLE IF EXISTS ${TABLES.map(nameOf).join(', ')}`)
    await pool.end()
  }
}

const nameOf = (table: string) => `public.bench_movements_${table}`

async function createTables(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ generation: number }>('SELECT generation FROM projection_generations WHERE live')
  const source = `${generationSchema(rows[0]!.generation)}.movements`
  await pool.query(`CREATE TABLE ${nameOf('one_table')} (LIKE ${source} INCLUDING ALL)`)
  await pool.query(
    `CREATE TABLE ${nameOf('hash_partitions')} (LIKE ${source} INCLUDING ALL) PARTITION BY HASH (business_id)`,
  )
  for (let part = 0; part < PARTITIONS; part += 1)
    await pool.query(
      `CREATE TABLE ${nameOf(`hash_partitions_${part}`)} PARTITION OF ${nameOf('hash_partitions')}
       FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})`,
    )
}

/** Awards of accounts that a hash of the position spreads. */
const INSERT = (table: string) => `
  INSERT INTO ${nameOf(table)} (business_id, buyer_id, position, revision, event_id, type, delta_tenths, balance_tenths,
    award_id, amount_amd, rule, command_id, actor_id, actor_role, happened_at, recorded_at, stored_at)
  SELECT h % $3::int, (h / 7919) % $4::int, at, at, md5(at::text)::uuid, 'PointsAwarded', 100, 100,
    md5(at::text)::uuid, 5000, 'AMD_50_PER_TENTH', md5(at::text)::uuid, h % $3::int, 'business', now(), now(), now()
  FROM (SELECT at, abs(hashint8(at)::bigint) AS h FROM generate_series($1::bigint, $1::bigint + $2::bigint - 1) AS at) AS spread`

const READ = (table: string) => `SELECT * FROM ${nameOf(table)} WHERE business_id = $1`

async function medianMs(pool: Pool, random: () => number, sql: string, parameters: 1 | 2): Promise<number> {
  const times: number[] = []
  for (let read = 0; read < READS; read += 1) {
    const values = [Math.floor(random() * BUSINESSES), Math.floor(random() * BUYERS)].slice(0, parameters)
    const startedAt = performance.now()
    await pool.query(sql, values)
    times.push(performance.now() - startedAt)
  }
  return spreadOf(times).median
}

async function bytesOf(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    // An ordinary table has no such tree.
    `SELECT coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1::regclass))::text AS bytes
     FROM pg_partition_tree($1::regclass)`,
    [nameOf(table)],
  )
  return Number(rows[0]?.bytes)
}
