/** `events` is append-only. */
import type { Client } from 'pg'

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS events (
     position bigint PRIMARY KEY,
     stream text COLLATE "C" NOT NULL,
     revision bigint NOT NULL,
     id uuid NOT NULL,
     type text COLLATE "C" NOT NULL,
     is_json boolean NOT NULL,
     created_ms bigint NOT NULL,
     data bytea NOT NULL,
     metadata bytea NOT NULL,
     CONSTRAINT events_stream_revision UNIQUE (stream, revision)
   )`,
  // Compressing a few hundred bytes costs more than it saves.
  `ALTER TABLE events ALTER COLUMN data SET STORAGE EXTERNAL, ALTER COLUMN metadata SET STORAGE EXTERNAL`,
  `COMMENT ON TABLE events IS 'The embedded event store''s log: append-only, one writer, order by position'`,
]

/** Creates missing tables. The caller holds the writer's lock. */
export async function createSchema(client: Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('events') IS NOT NULL AS there`)
  if ((rows[0] as { there: boolean }).there) return
  await client.query('BEGIN')
  for (const statement of STATEMENTS) await client.query(statement)
  await client.query('COMMIT')
}
