import type { Knex } from 'knex'

/**
 * Locks, compares and moves the checkpoint in one statement (projections/runtime/catch-up/single-round-trip.ts, decision 39); two
 * lookups took a tenth of a catch-up. `projection_stands_at` remains for the previous version.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Moves the live checkpoint from where it is expected to stand. What follows in the transaction is refused where it stands elsewhere.
    -- What to tell those who wait for it: '<generation>:<position>'.
    CREATE FUNCTION projection_moves(the_generation integer, from_position bigint, to_position bigint, more_events integer) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE projection_generations SET position = to_position, events = events + more_events
      WHERE generation = the_generation AND live AND position = from_position AND stopped_by IS NULL;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the checkpoint of generation % stands elsewhere than at %', the_generation, from_position USING ERRCODE = 'HK001';
      END IF;
      RETURN the_generation || ':' || to_position;
    END
    $$;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP FUNCTION projection_moves')
}

export const migration = { name: '0040-checkpoint-moves-first', up, down }
