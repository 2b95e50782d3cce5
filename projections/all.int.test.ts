import { expect, it } from 'vitest'
import { testDatabase } from '../infra/testing/servers/test-database.ts'
import { readModels } from './all.ts'

const { pool } = await testDatabase({ max: 1 })

/** In order; `?`: may be NULL. */
const COLUMNS = {
  account_balances: [
    'business_id integer',
    'buyer_id integer',
    'balance_tenths bigint',
    'events integer',
    'revision integer',
    'closed boolean',
    'changed_at timestamp with time zone',
    'position bigint',
  ],
  movements: [
    'business_id integer',
    'buyer_id integer',
    'position bigint',
    'revision integer',
    'event_id uuid',
    'type text',
    'delta_tenths bigint',
    'balance_tenths bigint',
    'award_id uuid?',
    'redemption_id uuid?',
    'amount_amd bigint?',
    'rule text?',
    'receipt text?',
    'perk_id integer?',
    'perk_name text?',
    'reason text?',
    'missing_tenths bigint?',
    'command_id uuid',
    'actor_id integer',
    'actor_role text',
    'on_behalf_of integer?',
    'staff_id uuid?',
    'till_id uuid?',
    'branch_id uuid?',
    'happened_at timestamp with time zone',
    'recorded_at timestamp with time zone',
    'stored_at timestamp with time zone',
  ],
  buyer_visits: [
    'business_id integer',
    'buyer_id integer',
    'visits integer',
    'spent_amd bigint',
    'first_at timestamp with time zone?',
    'last_at timestamp with time zone?',
    'closed boolean',
  ],
  redemptions: [
    'redemption_id uuid',
    'business_id integer',
    'buyer_id integer',
    'position bigint',
    'code text',
    'perk_id integer',
    'perk_name text',
    'cost_tenths bigint',
    'state text',
    'created_at timestamp with time zone',
    'used_at timestamp with time zone?',
    'cancelled_at timestamp with time zone?',
    'cancel_reason text?',
  ],
  business_stats: [
    'business_id integer',
    'buyers integer',
    'issued_tenths bigint',
    'redeemed_tenths bigint',
    'refunded_tenths bigint',
    'forfeited_tenths bigint',
    'last_day date?',
  ],
  monthly_transactions: [
    'business_id integer',
    'month text COLLATE C',
    'awards integer',
    'awarded_tenths bigint',
    'voided_tenths bigint',
  ],
  daily_book: [
    'business_id integer',
    'day date',
    'awarded_tenths bigint',
    'voided_tenths bigint',
    'redeemed_tenths bigint',
    'returned_tenths bigint',
    'forfeited_tenths bigint',
    'awards integer',
    'redemptions integer',
    'first_position bigint',
    'last_position bigint',
  ],
  day_report: [
    'business_id integer',
    'buyer_id integer',
    'day date',
    'made_on date',
    'hour integer',
    'staff_id uuid',
    'till_id uuid',
    'branch_id uuid',
    'perk_id integer',
    'purchases integer',
    'turnover_amd bigint',
    'given_tenths bigint',
    'perks integer',
    'used_tenths bigint',
  ],
  attention_days: [
    'business_id integer',
    'day date',
    'first_position bigint',
    'last_position bigint',
    'purchases integer',
    'turnover_amd bigint',
  ],
  business_history: [
    'business_id integer',
    'position bigint',
    'stream text COLLATE C',
    'revision integer',
    'event_id uuid',
    'type text',
    'buyer_id integer?',
    'redemption_id uuid?',
    'facts text',
    'command_id uuid',
    'actor_id integer',
    'actor_role text',
    'on_behalf_of integer?',
    'staff_id uuid?',
    'till_id uuid?',
    'branch_id uuid?',
    'recorded_at timestamp with time zone',
    'stored_at timestamp with time zone',
  ],
  support_visits: [
    'visit_id uuid',
    'business_id integer',
    'admin_id integer',
    'position bigint',
    'reason text',
    'mode text',
    'started_at timestamp with time zone',
    'expires_at timestamp with time zone',
    'acting_since timestamp with time zone?',
    'ended_at timestamp with time zone?',
    'ended text?',
    'ended_position bigint?',
    'calls jsonb',
  ],
}

const INDEXES = [
  'INDEX account_balances_buyer_id_idx (buyer_id)',
  `INDEX business_history_business_id_recorded_at_idx (business_id, recorded_at) WHERE (type = 'RedemptionUsed'::text)`,
  'INDEX business_history_position_idx ("position") WHERE (buyer_id IS NULL)',
  'INDEX business_history_redemption_id_position_idx (redemption_id, "position") WHERE (redemption_id IS NOT NULL)',
  'INDEX business_stats_last_day_business_id_idx (last_day, business_id)',
  'INDEX day_report_business_id_day_idx (business_id, day)',
  'INDEX movements_business_id_position_idx (business_id, "position")',
  `INDEX movements_business_id_type_position_idx (business_id, type, "position") WHERE (type <> 'PointsAwarded'::text)`,
  'INDEX movements_position_idx ("position")',
  'INDEX redemptions_business_id_code_idx (business_id, code)',
  `INDEX redemptions_business_id_position_idx (business_id, "position") WHERE (state = 'pending'::text)`,
  'INDEX redemptions_buyer_id_state_position_idx (buyer_id, state, "position")',
  `INDEX redemptions_created_at_redemption_id_idx (created_at, redemption_id) WHERE (state = 'pending'::text)`,
  'INDEX support_visits_business_id_position_idx (business_id, "position")',
  'INDEX support_visits_position_idx ("position")',
  `UNIQUE INDEX account_balances_pkey (business_id, buyer_id) WITH (fillfactor='90')`,
  'UNIQUE INDEX attention_days_pkey (business_id, day)',
  'UNIQUE INDEX business_history_pkey (business_id, "position")',
  'UNIQUE INDEX business_stats_pkey (business_id)',
  `UNIQUE INDEX buyer_visits_pkey (business_id, buyer_id) WITH (fillfactor='90')`,
  'UNIQUE INDEX daily_book_pkey (business_id, day)',
  'UNIQUE INDEX day_report_pkey (business_id, buyer_id, day, made_on, hour, staff_id, till_id, branch_id, perk_id)',
  'UNIQUE INDEX monthly_transactions_pkey (business_id, month)',
  'UNIQUE INDEX movements_pkey (business_id, buyer_id, "position")',
  'UNIQUE INDEX redemptions_pkey (redemption_id)',
  'UNIQUE INDEX support_visits_pkey (visit_id)',
]

const FILLFACTORS = {
  account_balances: 60,
  attention_days: 50,
  business_stats: 50,
  buyer_visits: 60,
  daily_book: 50,
  monthly_transactions: 50,
  redemptions: 80,
  support_visits: 70,
}

it('the tables have these columns: a worker that finds others builds all read models anew', async () => {
  const { rows } = await pool.query<{ table: keyof typeof COLUMNS; column: string }>(
    `SELECT table_name AS table,
       concat(column_name, ' ', data_type, ' COLLATE ' || collation_name, CASE is_nullable WHEN 'YES' THEN '?' END) AS column
     FROM information_schema.columns WHERE table_schema = 'read_g1' ORDER BY table_name, ordinal_position`,
  )
  const found = Object.groupBy(rows, ({ table }) => table)
  expect(Object.keys(found).toSorted()).toEqual(readModels.map(({ table }) => table).toSorted())
  for (const { table } of readModels)
    expect({ table, columns: found[table as keyof typeof COLUMNS]?.map(({ column }) => column) }).toEqual({
      table,
      columns: COLUMNS[table as keyof typeof COLUMNS],
    })
})

it('the tables have these keys, indexes and fill factors', async () => {
  const indexes = await pool.query<{ definition: string }>(
    `SELECT regexp_replace(indexdef, '^CREATE (.*) ON read_g1.* USING btree ', '\\1 ') AS definition FROM pg_indexes WHERE schemaname = 'read_g1'`,
  )
  expect(indexes.rows.map(({ definition }) => definition).toSorted()).toEqual(INDEXES)
  const filled = await pool.query<{ table: string; percent: number }>(
    `SELECT relname AS table, split_part(reloptions[1], '=', 2)::int AS percent FROM pg_class
     WHERE relnamespace = 'read_g1'::regnamespace AND relkind = 'r' AND reloptions IS NOT NULL`,
  )
  expect(Object.fromEntries(filled.rows.map(({ table, percent }) => [table, percent]))).toEqual(FILLFACTORS)
})
