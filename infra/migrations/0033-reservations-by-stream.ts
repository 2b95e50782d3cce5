import type { Knex } from 'knex'

/**
 * A place belongs to one account (H11). The same key for another buyer gives the same award ID, and Redis forgets keys
 * after a week (decision 3), so the first award's place must not be found.
 * `reserved` false with `fresh` false: another account's place; with null: the month is full. The previous version
 * treats both as full.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION quota_reserve(
      the_award uuid, the_business integer, the_month text, the_stream text, the_limit integer, the_moment timestamptz,
      OUT reserved boolean, OUT "reservedAt" timestamptz, OUT fresh boolean
    ) LANGUAGE plpgsql AS $$
    BEGIN
      -- a second call for the same award waits here for the first one's end, then finds its place
      INSERT INTO quota_reservations AS reservation (award_id, business_id, month, stream, state, reserved_at, held_since, holds)
      VALUES (the_award, the_business, the_month, the_stream, 'reserved', the_moment, clock_timestamp(), 1)
      ON CONFLICT (award_id) DO UPDATE SET held_since = clock_timestamp(), holds = reservation.holds + 1
      WHERE reservation.stream = the_stream
      RETURNING true, reservation.reserved_at, reservation.holds = 1 INTO reserved, "reservedAt", fresh;
      IF NOT FOUND THEN
        reserved := false;
        "reservedAt" := NULL;
        fresh := false;
        RETURN;
      END IF;
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
  `)
}

/** As in 0003-quota. */
async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION quota_reserve(
      the_award uuid, the_business integer, the_month text, the_stream text, the_limit integer, the_moment timestamptz,
      OUT reserved boolean, OUT "reservedAt" timestamptz, OUT fresh boolean
    ) LANGUAGE plpgsql AS $$
    BEGIN
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
  `)
}

export const migration = { name: '0033-reservations-by-stream', up, down }
