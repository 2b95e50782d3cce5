import type { Knex } from 'knex'

/** Administrators' notes on a business (services/businesses/notes/notes.ts). */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE business_notes (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      business_id integer NOT NULL REFERENCES users (id),
      -- char_length counts code points
      text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
      -- users.id of the administrator
      written_by integer NOT NULL,
      written_at timestamptz NOT NULL
    );
    CREATE INDEX business_notes_business ON business_notes (business_id, id);
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE business_notes')
}

export const migration = { name: '0063-business-notes', up, down }
