import type { Knex } from 'knex'

/**
 * Branches of a business. A removed one keeps its row and name for reports, as a revoked till does. The key over both
 * columns rules out a till at the branch of another business.
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE branches (
      id uuid PRIMARY KEY,
      business_id integer NOT NULL REFERENCES users (id),
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz,
      UNIQUE (business_id, id)
    );
    ALTER TABLE tills ADD FOREIGN KEY (business_id, branch_id) REFERENCES branches (business_id, id)
      ON DELETE SET NULL (branch_id);
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE tills DROP CONSTRAINT tills_business_id_branch_id_fkey; DROP TABLE branches')
}

export const migration = { name: '0048-branches', up, down }
