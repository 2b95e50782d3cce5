import type { Knex } from 'knex'

/**
 * Cards without a phone (decision 53). A card's id comes from the sequence of `users`, so that no account of a card can
 * be a person's; its code stands in `retired_codes`, so that no person gets it. The lock closes the gap between the two
 * checks.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE card_batches (
      id uuid PRIMARY KEY,
      business_id integer NOT NULL REFERENCES users (id),
      cards integer NOT NULL CHECK (cards > 0),
      ordered_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX card_batches_business ON card_batches (business_id, ordered_at);

    CREATE TABLE cards (
      id integer PRIMARY KEY DEFAULT nextval('users_id_seq'),
      batch_id uuid NOT NULL REFERENCES card_batches (id),
      code text NOT NULL UNIQUE,
      secret_hash text NOT NULL UNIQUE,
      claimed_by integer REFERENCES users (id),
      claimed_at timestamptz,
      merged_at timestamptz,
      blocked_at timestamptz,
      CHECK ((claimed_by IS NULL) = (claimed_at IS NULL)),
      CHECK (merged_at IS NULL OR claimed_at IS NOT NULL)
    );
    CREATE INDEX cards_batch ON cards (batch_id);
    CREATE INDEX cards_holder ON cards (claimed_by) WHERE claimed_by IS NOT NULL;
    CREATE INDEX cards_to_merge ON cards (claimed_at) WHERE claimed_at IS NOT NULL AND merged_at IS NULL;

    CREATE OR REPLACE FUNCTION users_keep_codes_retired() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.buyer_code IS NOT NULL AND NEW.buyer_code IS DISTINCT FROM OLD.buyer_code THEN
        INSERT INTO retired_codes (buyer_code) VALUES (OLD.buyer_code) ON CONFLICT DO NOTHING;
      END IF;
      IF NEW.buyer_code IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.buyer_code IS DISTINCT FROM OLD.buyer_code) THEN
        PERFORM pg_advisory_xact_lock_shared(${CODES_LOCK});
      END IF;
      IF NEW.buyer_code IS NOT NULL AND EXISTS (SELECT 1 FROM retired_codes WHERE buyer_code = NEW.buyer_code) THEN
        RAISE unique_violation USING CONSTRAINT = 'users_buyer_code_key', MESSAGE = 'this buyer code is retired';
      END IF;
      RETURN NEW;
    END
    $$;

    CREATE FUNCTION tell_card_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('hatik_row_changed', 'buyer_codes:' || OLD.code);
      RETURN NULL;
    END $$;
    CREATE TRIGGER cards_changed AFTER UPDATE OF claimed_by, blocked_at ON cards
      FOR EACH ROW EXECUTE FUNCTION tell_card_changed();
  `)
}

/** Taken alone by an order of cards (accounts/cards/order-cards.ts). Never change it. */
const CODES_LOCK = 7_301_952

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION users_keep_codes_retired() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.buyer_code IS NOT NULL AND NEW.buyer_code IS DISTINCT FROM OLD.buyer_code THEN
        INSERT INTO retired_codes (buyer_code) VALUES (OLD.buyer_code) ON CONFLICT DO NOTHING;
      END IF;
      IF NEW.buyer_code IS NOT NULL AND EXISTS (SELECT 1 FROM retired_codes WHERE buyer_code = NEW.buyer_code) THEN
        RAISE unique_violation USING CONSTRAINT = 'users_buyer_code_key', MESSAGE = 'this buyer code is retired';
      END IF;
      RETURN NEW;
    END
    $$;
    DROP TABLE cards, card_batches;
    DROP FUNCTION tell_card_changed();
  `)
}

export const migration = { name: '0052-cards', up, down }
