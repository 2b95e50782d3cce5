import type { Knex } from 'knex'

/**
 * Web Push (decision 56). Whatever ends all sessions of a person ends her subscriptions, in the same transaction. The
 * checkpoint begins at the present end of the read models, so that nothing of before is told.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE push_subscriptions (
      id uuid PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id),
      endpoint text NOT NULL UNIQUE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      kinds text[] NOT NULL CHECK (cardinality(kinds) > 0),
      language text NOT NULL CHECK (language IN ('am', 'en')),
      -- hashed, as in Redis: the session whose end ends the subscription
      session text NOT NULL,
      created_at timestamptz NOT NULL,
      last_success_at timestamptz
    );
    CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id, created_at);
    CREATE INDEX push_subscriptions_session ON push_subscriptions (session);

    -- One row per cause and subscription: to be sent, sent, or given up.
    CREATE TABLE push_deliveries (
      subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
      cause text NOT NULL,
      kind text NOT NULL,
      -- what the message says; emptied when the row has ended
      facts jsonb NOT NULL,
      useful_until timestamptz NOT NULL,
      next_attempt_at timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'given_up')),
      ended_at timestamptz,
      PRIMARY KEY (subscription_id, cause),
      CHECK ((state = 'waiting') = (ended_at IS NULL))
    );
    CREATE INDEX push_deliveries_due ON push_deliveries (next_attempt_at) WHERE state = 'waiting';
    CREATE INDEX push_deliveries_ended ON push_deliveries (ended_at) WHERE state <> 'waiting';

    CREATE TABLE push_checkpoint (
      the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only),
      position bigint NOT NULL
    );
    INSERT INTO push_checkpoint (position) SELECT coalesce(max(position), -1) FROM projection_generations WHERE live;

    CREATE FUNCTION end_push_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM push_subscriptions WHERE user_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER users_end_push_subscriptions AFTER UPDATE OF session_epoch ON users
      FOR EACH ROW WHEN (NEW.session_epoch > OLD.session_epoch) EXECUTE FUNCTION end_push_subscriptions();
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER users_end_push_subscriptions ON users;
    DROP FUNCTION end_push_subscriptions();
    DROP TABLE push_checkpoint, push_deliveries, push_subscriptions;
  `)
}

export const migration = { name: '0054-web-push', up, down }
