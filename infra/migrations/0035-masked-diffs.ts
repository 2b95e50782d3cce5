import type { Knex } from 'knex'

/** H13: of redemption codes in what earlier replays found, only the last two signs stay, as in what later ones find. */
async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    UPDATE replays SET diff = regexp_replace(
      regexp_replace(diff::text, '("column":"code","live":")[^"]*([^"]{2}")', '\1••••••\2', 'g'),
      '("column":"code","live":(null|"[^"]*"),"rebuilt":")[^"]*([^"]{2}")', '\1••••••\3', 'g')::json
    WHERE diff::text LIKE '%"column":"code"%'
  `)
}

/** What was masked stays so. */
async function down(): Promise<void> {}

export const migration = { name: '0035-masked-diffs', up, down }
