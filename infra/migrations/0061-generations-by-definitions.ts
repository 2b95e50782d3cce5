import type { Knex } from 'knex'
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { readModels } from '#projections/all.ts'
import { showGenerationSql } from '#projections/runtime/generations/generations.ts'

const SKETCH = 'read_shape_of_0061'

/**
 * Generations have the fingerprint of the definitions that built them, and one for each fingerprint is read
 * (decision 65). `live`, the views in `read` and `projection_moves` remain for the version before.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE projection_generations
      -- null: built by a version before this migration
      ADD COLUMN definitions text CHECK (definitions ~ '^[0-9a-f]{8}$'),
      ADD COLUMN serving boolean NOT NULL DEFAULT false;
    CREATE UNIQUE INDEX projection_generations_serving ON projection_generations (definitions) WHERE serving;

    -- Moves a checkpoint that is read from where it is expected to stand, and tells those who wait for it:
    -- '<generation>:<position>:<definitions>'. What follows in the transaction is refused where it stands elsewhere.
    CREATE FUNCTION projection_advances(the_generation integer, from_position bigint, to_position bigint, more_events integer) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE moved projection_generations;
    BEGIN
      UPDATE projection_generations SET position = to_position, events = events + more_events
      WHERE generation = the_generation AND serving AND position = from_position AND stopped_by IS NULL RETURNING * INTO moved;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the checkpoint of generation % stands elsewhere than at %', the_generation, from_position USING ERRCODE = 'HK001';
      END IF;
      PERFORM pg_notify(CASE WHEN moved.live THEN 'hatik_checkpoint' ELSE 'hatik_checkpoint_beside' END,
        the_generation || ':' || to_position || ':' || moved.definitions);
    END
    $$;

    -- Versions before rebuilt for an upgrade by a replay; this one does it without.
    UPDATE replays SET state = 'failed', error = 'Superseded by an upgrade', ended_at = now() WHERE kind = 'upgrade' AND ended_at IS NULL;
  `)
  const { rows } = await knex.raw<{ rows: { generation: number }[] }>(
    'SELECT generation FROM projection_generations WHERE live',
  )
  const generation = rows[0]?.generation
  if (generation === undefined || !(await hasTheseTables(knex, generation))) return
  await knex.raw(showGenerationSql(generation, readModels))
  await knex.raw(
    `UPDATE projection_generations SET definitions = '${READ_MODELS}' WHERE generation IN (SELECT generation FROM replays WHERE ended_at IS NULL)`,
  )
}

/** Otherwise the worker builds a generation of its own. */
async function hasTheseTables(knex: Knex, generation: number): Promise<boolean> {
  await knex.raw(`CREATE SCHEMA ${SKETCH}; ${readModels.map(({ ddl }) => ddl(SKETCH)).join('\n')}`)
  const found = [await describe(knex, SKETCH), await describe(knex, `read_g${generation}`)]
  await knex.raw(`SET LOCAL client_min_messages = warning; DROP SCHEMA ${SKETCH} CASCADE`)
  return found[0] === found[1]
}

/** Tables, columns and indexes of a schema as text, without its name. */
async function describe(knex: Knex, schema: string): Promise<string> {
  const { rows } = await knex.raw<{ rows: { line: string }[] }>(
    `SELECT format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) AS line
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ?) AND c.relkind = 'r'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = ?`,
    [schema, schema],
  )
  return rows
    .map(({ line }) => line.replaceAll(`${schema}.`, ''))
    .sort()
    .join('\n')
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP SCHEMA IF EXISTS read_${READ_MODELS} CASCADE;
    DROP FUNCTION projection_advances;
    DROP INDEX projection_generations_serving;
    ALTER TABLE projection_generations DROP COLUMN definitions, DROP COLUMN serving;
  `)
}

export const migration = { name: '0061-generations-by-definitions', up, down }
