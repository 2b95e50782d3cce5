import type { Knex } from 'knex'

/**
 * Merkle tree over the ledger's events (RFC 6962): leaves in log order, nodes of complete subtrees, and signed tree
 * heads. Only the heads cannot be recomputed; the store has a copy.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE ledger_leaves (
      index bigint PRIMARY KEY,
      position bigint NOT NULL UNIQUE,
      hash bytea NOT NULL CHECK (length(hash) = 32)
    );
    CREATE TABLE ledger_nodes (
      level integer NOT NULL CHECK (level > 0),
      index bigint NOT NULL,
      hash bytea NOT NULL CHECK (length(hash) = 32),
      PRIMARY KEY (level, index)
    );
    CREATE TABLE ledger_heads (
      size bigint PRIMARY KEY,
      root bytea NOT NULL,
      position bigint,
      -- text: it is what was signed
      at text NOT NULL,
      key_id text NOT NULL,
      signature bytea NOT NULL
    );
    CREATE TABLE ledger_keys (
      key_id text PRIMARY KEY,
      public_key bytea NOT NULL,
      first_seen timestamptz NOT NULL DEFAULT now()
    );
    -- Seals redemption codes in what is published (H13): made once, never shown, needed to compute leaves again.
    CREATE TABLE ledger_seal (single boolean PRIMARY KEY DEFAULT true CHECK (single), secret bytea NOT NULL);
    INSERT INTO ledger_seal (secret) VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE ledger_seal, ledger_keys, ledger_heads, ledger_nodes, ledger_leaves')
}

export const migration = { name: '0023-ledger-log', up, down }
