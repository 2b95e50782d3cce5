import type { Knex } from 'knex'

/** Revocable sessions, verification of addresses, and deletion of accounts (H25). */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE users
      -- the address that shall be, until it is verified (H20); email_verification_token is then about it
      ADD COLUMN pending_email text,
      ADD COLUMN email_verified_at timestamptz,
      -- a session that was opened under a lower number is over
      ADD COLUMN session_epoch integer NOT NULL DEFAULT 0,
      -- a digest of the sign-up's own key: a retry whose first answer was lost gets the same answer
      ADD COLUMN sign_up_key text,
      ADD COLUMN erased_at timestamptz,
      DROP CONSTRAINT users_check,
      ADD CONSTRAINT users_buyers_have_codes CHECK ((role = 'buyer' AND erased_at IS NULL) = (buyer_code IS NOT NULL));
    CREATE UNIQUE INDEX users_verification_token ON users (email_verification_token) WHERE email_verification_token IS NOT NULL;
    CREATE UNIQUE INDEX users_reset_token ON users (password_reset_token) WHERE password_reset_token IS NOT NULL;

    -- Codes of people who have left (H25). The table itself sees to it that none is given out again.
    CREATE TABLE retired_codes (
      buyer_code text PRIMARY KEY,
      retired_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE FUNCTION users_keep_codes_retired() RETURNS trigger LANGUAGE plpgsql AS $$
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
    CREATE TRIGGER users_keep_codes_retired BEFORE INSERT OR UPDATE OF buyer_code ON users
      FOR EACH ROW EXECUTE FUNCTION users_keep_codes_retired();

    -- 'Forgot password' and 'send the link again', as they were asked: the call writes one row whether the address is known or not.
    CREATE TABLE mail_requests (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      kind text NOT NULL CHECK (kind IN ('reset_password', 'resend_verification')),
      email text NOT NULL,
      language text CHECK (language IN ('am', 'en')),
      requested_at timestamptz NOT NULL DEFAULT now()
    );

    -- People who have left while the ledger still has to hear of it: their accounts are closed by event.
    CREATE TABLE account_closings (
      user_id integer PRIMARY KEY,
      role text NOT NULL CHECK (role IN ('buyer', 'business')),
      started_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz
    );
    CREATE INDEX account_closings_open ON account_closings (started_at) WHERE finished_at IS NULL;

    ALTER TABLE business_profiles
      -- approved or rejected: thirty days later the ID document goes (H26)
      ADD COLUMN decided_at timestamptz,
      DROP CONSTRAINT business_profiles_status_check,
      ADD CONSTRAINT business_profiles_status_check CHECK (status IN ('pending', 'active', 'suspended', 'trial_expired', 'rejected', 'closed'));
    CREATE INDEX business_profiles_trials ON business_profiles (trial_end_date) WHERE status = 'active' AND subscription_start_date IS NULL;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX business_profiles_trials;
    ALTER TABLE business_profiles DROP COLUMN decided_at, DROP CONSTRAINT business_profiles_status_check,
      ADD CONSTRAINT business_profiles_status_check CHECK (status IN ('pending', 'active', 'suspended', 'trial_expired'));
    DROP TABLE account_closings, mail_requests;
    DROP TRIGGER users_keep_codes_retired ON users;
    DROP FUNCTION users_keep_codes_retired;
    DROP TABLE retired_codes;
    ALTER TABLE users DROP CONSTRAINT users_buyers_have_codes, DROP COLUMN pending_email, DROP COLUMN email_verified_at,
      DROP COLUMN session_epoch, DROP COLUMN sign_up_key, DROP COLUMN erased_at,
      ADD CONSTRAINT users_check CHECK ((role = 'buyer') = (buyer_code IS NOT NULL));
    DROP INDEX users_verification_token, users_reset_token;
  `)
}

export const migration = { name: '0006-accounts', up, down }
