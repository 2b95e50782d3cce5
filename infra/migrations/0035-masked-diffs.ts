import type { Knex } from 'knex'

/** Masks redemption codes in stored replay diffs, except the last two characters (H13). */
async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    UPDATE replays SET diff = regexp_replace(
      regexp_replace(diff::text, '("column":"code","live":")[^"]*([^"]{2}")', '\1••••••\2', 'g'),
      '("column":"code","live":(null|"[^"]*"),"rebuilt":")[^"]*([^"]{2}")', '\1••••••\3', 'g')::json
    WHERE diff::text LIKE '%"column":"code"%'
  `)
}

/** Irreversible. */
async function down(): Promise<void> {}

export const migration = { name: '0035-masked-diffs', up, down }
