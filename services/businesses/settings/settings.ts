/** Settings: one JSON row each. Readers bring schema and default. */
import type { Queryable } from '#platform/postgres/postgres.ts'

export async function readSetting(db: Queryable, name: string): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>({
    name: 'setting',
    text: 'SELECT value FROM settings WHERE name = $1',
    values: [name],
  })
  return rows[0]?.value
}

/** `setBy`: users.id; null for the demo installation itself. */
export async function writeSetting(db: Queryable, name: string, value: unknown, setBy: number | null): Promise<void> {
  await db.query(
    `INSERT INTO settings (name, value, set_by) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, set_at = now()`,
    [name, JSON.stringify(value), setBy],
  )
}
