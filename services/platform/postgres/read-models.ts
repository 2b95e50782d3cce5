/**
 * Names this version's read models. Two versions may run beside each other, each with read models of its own. So SQL
 * says `read.`, and the pool puts in the schema with this version's views (decision 65).
 */

/** Fingerprint of the definitions in projections/all.ts, which refuses to load with another. */
export const READ_MODELS = 'ebe66b2a'

/** Makes it safe in SQL: throws for anything else. */
export function fingerprint(definitions: string): string {
  if (!/^[0-9a-f]{8}$/.test(definitions)) throw new Error(`Not a fingerprint of read models: ${definitions}`)
  return definitions
}

/** The schema with the views of these read models. */
export const viewsSchema = (definitions: string): string => `read_${fingerprint(definitions)}`

/** Replaces the schema name `read` in a statement. */
export function withViews(sql: string, definitions: string): string {
  // Most statements have none, and an award makes several.
  return sql.includes('read.') ? sql.replaceAll(/\bread\.(?=[a-z])/g, `${viewsSchema(definitions)}.`) : sql
}
