import type { Knex } from 'knex'

/**
 * Checks by PostgreSQL that let a batch be sent with its commit (projections/runtime/catch-up/single-round-trip.ts). Error codes
 * are in projections/runtime/catch-up/checkpoints.ts.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Locks the live checkpoint where it stands as it is expected to. What follows in the transaction is refused otherwise.
    CREATE FUNCTION projection_stands_at(the_generation integer, the_position bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM projection_generations
      WHERE generation = the_generation AND live AND position = the_position AND stopped_by IS NULL FOR UPDATE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the checkpoint of generation % stands elsewhere than at %', the_generation, the_position USING ERRCODE = 'HK001';
      END IF;
    END
    $$;

    -- Refuses a batch after which an account's events are not complete.
    CREATE FUNCTION projection_torn(the_business integer, the_buyer integer) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the events of an account are not complete' USING ERRCODE = 'HK002', DETAIL = the_business || '.' || the_buyer;
    END
    $$;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP FUNCTION projection_stands_at; DROP FUNCTION projection_torn')
}

export const migration = { name: '0039-rows-and-checkpoint-at-once', up, down }
