import pg from 'pg'
import { jpegOf, keyOf } from '#businesses/profile/logos.ts'

/** Keys of the uploads that rows name, in columns ending in `_url`; each picture with its other form. */
export async function filesNamed(client: pg.Client): Promise<string[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `SELECT table_name::text AS "table", column_name::text AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name LIKE '%\\_url' AND data_type = 'text'`,
  )
  const keys = new Set<string>()
  for (const { table, column } of columns) {
    const named = pg.escapeIdentifier(column)
    const { rows } = await client.query<{ address: string }>(
      `SELECT DISTINCT ${named} AS address FROM public.${pg.escapeIdentifier(table)} WHERE ${named} ~ '^(/logos|id-documents)/'`,
    )
    for (const { address } of rows) keys.add(keyOf(address)).add(jpegOf(keyOf(address)))
  }
  return [...keys].sort()
}
