import type { Knex } from 'knex'

/**
 * The monthly limit (H11): one row per limited business and month, and one per reserved place. Functions make each step
 * one round trip and always lock reservation before month, to avoid deadlocks.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE quota (
      business_id integer NOT NULL,
      -- the calendar month in Asia/Yerevan, 'YYYY-MM'
      month text COLLATE "C" NOT NULL,
      used integer NOT NULL CHECK (used >= 0),
      PRIMARY KEY (business_id, month)
    ) WITH (fillfactor = 50);

    CREATE TABLE quota_reservations (
      award_id uuid PRIMARY KEY,
      business_id integer NOT NULL,
      month text COLLATE "C" NOT NULL,
      stream text NOT NULL,
      state text NOT NULL CHECK (state IN ('reserved', 'confirmed')),
      -- the caller's clock: the award's recordedAt, so that event and place agree about the month
      reserved_at timestamptz NOT NULL,
      -- this database's clock when it was last asked for: how old a reservation is never depends on two clocks
      held_since timestamptz NOT NULL,
      -- how often it was asked for; also tells whoever settles it that somebody came back meanwhile
      holds integer NOT NULL
    ) WITH (fillfactor = 80);
    CREATE INDEX quota_reservations_open ON quota_reservations (held_since) WHERE state = 'reserved';
    CREATE INDEX quota_reservations_month ON quota_reservations (month);

    CREATE FUNCTION quota_reserve(
      the_award uuid, the_business integer, the_month text, the_stream text, the_limit integer, the_moment timestamptz,
      OUT reserved boolean, OUT "reservedAt" timestamptz, OUT fresh boolean
    ) LANGUAGE plpgsql AS $$
    BEGIN
      -- a second call for the same award waits here for the first one's end, then finds its place
      INSERT INTO quota_reservations AS reservation (award_id, business_id, month, stream, state, reserved_at, held_since, holds)
      VALUES (the_award, the_business, the_month, the_stream, 'reserved', the_moment, clock_timestamp(), 1)
      ON CONFLICT (award_id) DO UPDATE SET held_since = clock_timestamp(), holds = reservation.holds + 1
      RETURNING true, reservation.reserved_at, reservation.holds = 1 INTO reserved, "reservedAt", fresh;
      IF NOT fresh THEN
        RETURN;
      END IF;
      IF the_limit > 0 THEN
        INSERT INTO quota AS taken (business_id, month, used) VALUES (the_business, the_month, 1)
        ON CONFLICT (business_id, month) DO UPDATE SET used = taken.used + 1 WHERE taken.used < the_limit;
        IF FOUND THEN
          RETURN;
        END IF;
      END IF;
      DELETE FROM quota_reservations WHERE award_id = the_award;
      reserved := false;
      "reservedAt" := NULL;
      fresh := NULL;
    END
    $$;

    CREATE FUNCTION quota_release(the_award uuid, the_holds integer) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      gone quota_reservations;
    BEGIN
      DELETE FROM quota_reservations WHERE award_id = the_award AND state = 'reserved' AND holds = the_holds RETURNING * INTO gone;
      IF NOT FOUND THEN
        RETURN false;
      END IF;
      UPDATE quota SET used = used - 1 WHERE business_id = gone.business_id AND month = gone.month;
      RETURN true;
    END
    $$;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP FUNCTION quota_release;
    DROP FUNCTION quota_reserve;
    DROP TABLE quota_reservations, quota;
  `)
}

export const migration = { name: '0003-quota', up, down }
