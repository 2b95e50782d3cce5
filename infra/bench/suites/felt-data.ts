/** Fills the product's tables by SQL in seconds: read models as of a checkpoint, without a log. */
import { NO_PASSWORD } from '#accounts/passwords.ts'
import { AWARD_RULE } from '#contracts/units/points.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { generationSchema } from '#projections/runtime/generations/generation-schema.ts'

export type FeltSize = { buyers: number; businesses: number; events: number; lines: number }

export const FELT = {
  /** A business of all buyers. */
  businessId: 600_001,
  firstBuyerId: 700_001,
  adminId: 900_001,
  auditorId: 900_002,
  /** The buyer of the long statement. */
  regularId: 900_003,
  days: 365,
} as const

/** One award in thirty is voided by the next event. */
const VOID_EACH = 30
/** At most ten pairs of letters with ten thousand codes each. */
const FELT_BUYERS_MAX = 100_000

/** The buyer's code, of two letters and four digits. */
export const feltCode = (index: number): string =>
  `C${String.fromCharCode(65 + Math.floor(index / 10_000))}${String(index % 10_000).padStart(4, '0')}`

const NAMES = {
  first: ['Անի', 'Դավիթ', 'Մարիամ', 'Արամ', 'Գոհար', 'Nare', 'Tigran', 'Lilit', 'Hayk', 'Анна'],
  last: ['Սարգսյան', 'Հակոբյան', 'Պետրոսյան', 'Grigoryan', 'Karapetyan', 'Մկրտչյան', 'Vardanyan', 'Иванян'],
  shop: ['Սրճարան', 'Հացատուն', 'Գրատուն', 'Kofe', 'Flowers', 'Դեղատուն', 'Market', 'Գինետուն'],
}

/** The worker must be stopped, because there is no log behind these rows. Throws for more buyers than there are codes. */
export async function fillFelt(databaseUrl: string, size: FeltSize): Promise<void> {
  if (size.buyers > FELT_BUYERS_MAX) throw new RangeError(`At most ${FELT_BUYERS_MAX} buyers`)
  const pool = createPool(databaseUrl, { max: 1, name: 'hatik-bench', statementTimeoutMs: 300_000 })
  try {
    await pool.query(
      `INSERT INTO users (id, email, password, role, first_name, last_name, buyer_code, phone, email_verified)
       SELECT $1 + i, 'felt-' || i || '@hatik.test', $2, 'buyer', ($3::text[])[1 + i % cardinality($3::text[])], ($4::text[])[1 + i / 7 % cardinality($4::text[])],
         'C' || chr(65 + i / 10000) || lpad((i % 10000)::text, 4, '0'), '+374' || 91000000 + i, true FROM generate_series(0, $5 - 1) AS i`,
      [FELT.firstBuyerId, NO_PASSWORD, NAMES.first, NAMES.last, size.buyers],
    )
    await pool.query(
      `INSERT INTO users (id, email, password, role, first_name, last_name, buyer_code, email_verified)
       SELECT id, 'felt-' || role || '@hatik.test', $5, role, 'Felt', 'Person', code, true
       FROM (VALUES ($1::int, 'admin', NULL), ($2, 'auditor', NULL), ($3, 'buyer', 'ZZ0001'), ($4, 'business', NULL)) AS person (id, role, code)`,
      [FELT.adminId, FELT.auditorId, FELT.regularId, FELT.businessId, NO_PASSWORD],
    )
    await pool.query(
      `INSERT INTO users (id, email, password, role, first_name, last_name, tax_id, email_verified)
       SELECT $1 + i, 'felt-shop-' || i || '@hatik.test', $2, 'business', ($3::text[])[1 + i % cardinality($3::text[])], ($4::text[])[1 + i / 7 % cardinality($4::text[])],
         lpad(i::text, 8, '0'), true FROM generate_series(1, $5 - 1) AS i`,
      [FELT.businessId, NO_PASSWORD, NAMES.first, NAMES.last, size.businesses],
    )
    await pool.query(
      `INSERT INTO business_profiles (user_id, business_name, slug, status, subscription_plan, description)
       SELECT $1 + i, ($2::text[])[1 + i % cardinality($2::text[])] || ' ' || i, 'felt-' || i, 'active', CASE WHEN i % 50 = 0 THEN 'prime' ELSE 'standard' END, repeat('Թարմ սուրճ և թխվածք։ ', 6)
       FROM generate_series(0, $3 - 1) AS i`,
      [FELT.businessId, NAMES.shop, size.businesses],
    )
    await fillReadModels(pool, size)
    await pool.query('VACUUM ANALYZE')
  } finally {
    await pool.end()
  }
}

/** Event n moves a buyer's points on day n × days / events of the year. */
async function fillReadModels(pool: ReturnType<typeof createPool>, { buyers, events, lines }: FeltSize): Promise<void> {
  const live = await liveCheckpoint(pool)
  if (!live) throw new Error('No live generation')
  const schema = generationSchema(live.generation)
  const index = `idx_of_movements`
  await pool.query(
    `CREATE TEMP TABLE ${index} AS SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS ddl
     FROM pg_index WHERE indrelid = '${schema}.movements'::regclass AND NOT indisprimary`,
  )
  const dropped = (await pool.query<{ name: string; ddl: string }>(`SELECT name, ddl FROM ${index}`)).rows
  for (const { name } of dropped) await pool.query(`DROP INDEX ${name}`)
  // An award costs 1,000 dram and gives 500 tenths, so that balances follow from counts.
  await pool.query(
    `INSERT INTO ${schema}.movements (business_id, buyer_id, position, revision, event_id, type, delta_tenths, balance_tenths, award_id, amount_amd, rule, reason,
       command_id, actor_id, actor_role, happened_at, recorded_at, stored_at)
     SELECT $1, buyer, (n + 1) * 100, turn, gen_random_uuid(), CASE WHEN is_void THEN 'AwardVoided' ELSE 'PointsAwarded' END, CASE WHEN is_void THEN -500 ELSE 500 END,
       500 * (turn + 1 - 2 * ((turn + 1) / ${VOID_EACH})), lpad(to_hex(CASE WHEN is_void THEN n - step ELSE n END), 32, '0')::uuid,
       CASE WHEN NOT is_void THEN 1000 END, CASE WHEN NOT is_void THEN $8 END, CASE WHEN is_void THEN 'wrong amount' END, gen_random_uuid(), $1, 'business', at, at, at
     FROM (
       SELECT n, $2::int + n % $3::int AS buyer, n / $3::int AS turn, $3::int AS step, (n / $3::int) % ${VOID_EACH} = ${VOID_EACH - 1} AS is_void,
         now() - interval '1 day' * $6 * (1 - n::float8 / $4::int) AS at FROM generate_series(0, $4::int - 1) AS n
       UNION ALL
       SELECT $4::int + n, $7::int, n, 1, n % ${VOID_EACH} = ${VOID_EACH - 1}, now() - interval '1 hour' * (1 - n::float8 / $5::int) FROM generate_series(0, $5::int - 1) AS n
     ) AS event`,
    [FELT.businessId, FELT.firstBuyerId, buyers, events, lines, FELT.days, FELT.regularId, AWARD_RULE],
  )
  for (const { ddl } of dropped) await pool.query(ddl)
  await pool.query(
    `INSERT INTO ${schema}.account_balances (business_id, buyer_id, balance_tenths, events, revision, closed, changed_at, position)
     SELECT business_id, buyer_id, sum(delta_tenths), count(*), count(*) - 1, false, max(stored_at), max(position) FROM ${schema}.movements GROUP BY 1, 2`,
  )
  await pool.query(
    `INSERT INTO ${schema}.buyer_visits (business_id, buyer_id, visits, spent_amd, first_at, last_at, closed)
     SELECT business_id, buyer_id, count(*), sum(amount_amd), min(happened_at), max(happened_at), false FROM ${schema}.movements WHERE type = 'PointsAwarded' GROUP BY 1, 2`,
  )
  await pool.query(
    `INSERT INTO ${schema}.daily_book (business_id, day, awarded_tenths, voided_tenths, redeemed_tenths, returned_tenths, forfeited_tenths, awards, redemptions, first_position, last_position)
     SELECT business_id, (recorded_at AT TIME ZONE 'Asia/Yerevan')::date, sum(greatest(delta_tenths, 0)), sum(greatest(-delta_tenths, 0)), 0, 0, 0,
       count(*) FILTER (WHERE delta_tenths > 0), 0, min(position), max(position) FROM ${schema}.movements GROUP BY 1, 2`,
  )
  await pool.query(
    `INSERT INTO ${schema}.monthly_transactions (business_id, month, awards, awarded_tenths, voided_tenths)
     SELECT business_id, to_char(day, 'YYYY-MM'), sum(awards), sum(awarded_tenths), sum(voided_tenths) FROM ${schema}.daily_book GROUP BY 1, 2`,
  )
  await pool.query(
    `INSERT INTO ${schema}.business_stats (business_id, buyers, issued_tenths, redeemed_tenths, refunded_tenths, forfeited_tenths, last_day)
     SELECT business_id, count(*), sum(balance_tenths), 0, 0, 0, current_date FROM ${schema}.account_balances GROUP BY 1`,
  )
  // Of the other businesses the day alone; every tenth has none.
  await pool.query(
    `INSERT INTO ${schema}.business_stats (business_id, buyers, issued_tenths, redeemed_tenths, refunded_tenths, forfeited_tenths, last_day)
     SELECT user_id, 0, 0, 0, 0, 0, CASE WHEN user_id % 10 > 0 THEN current_date - (user_id::bigint * 7919 % $1)::int END
     FROM business_profiles ON CONFLICT DO NOTHING`,
    [FELT.days],
  )
  await pool.query(
    `INSERT INTO ${schema}.day_report (business_id, buyer_id, day, made_on, hour, staff_id, till_id, branch_id, perk_id, purchases, turnover_amd, given_tenths, perks, used_tenths)
     SELECT business_id, buyer_id, day, day, hour, nowhere, nowhere, nowhere, 0, count(*), sum(amount_amd), sum(delta_tenths), 0, 0
     FROM (SELECT *, (recorded_at AT TIME ZONE 'Asia/Yerevan')::date AS day, extract(hour FROM recorded_at AT TIME ZONE 'Asia/Yerevan')::int AS hour,
       '00000000-0000-0000-0000-000000000000'::uuid AS nowhere FROM ${schema}.movements WHERE type = 'PointsAwarded') AS award GROUP BY 1, 2, 3, 5, nowhere`,
  )
  await pool.query(`UPDATE projection_generations SET position = $2, events = events + $3 WHERE generation = $1`, [
    live.generation,
    (events + lines) * 100,
    events + lines,
  ])
}
