import type { Knex } from 'knex'

/**
 * Transfers received for a charge (decision 64). Confirmed charges get theirs, so that what was received is always the
 * sum of the rows that were not sent back.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE invoice_transfers (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      invoice_id integer NOT NULL REFERENCES invoices (id),
      amount_amd bigint NOT NULL CHECK (amount_amd > 0),
      -- the bank's
      reference text,
      -- users.id of the administrators
      entered_by integer NOT NULL,
      entered_at timestamptz NOT NULL,
      returned_by integer,
      returned_at timestamptz,
      CHECK ((returned_by IS NULL) = (returned_at IS NULL))
    );
    CREATE INDEX invoice_transfers_invoice ON invoice_transfers (invoice_id);
    INSERT INTO invoice_transfers (invoice_id, amount_amd, reference, entered_by, entered_at)
      SELECT id, amount_amd, payment_reference, confirmed_by, paid_at FROM invoices
      WHERE kind = 'charge' AND state = 'paid' AND amount_amd > 0 AND confirmed_by IS NOT NULL ORDER BY id;
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE invoice_transfers')
}

export const migration = { name: '0062-invoice-transfers', up, down }
