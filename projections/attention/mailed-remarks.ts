import type { AttentionSettings } from '#contracts/calls/attention.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { dayRemarks } from './day-remarks.ts'

/** How many remarks of each kind a day has, for its mail; undefined without any. */
export async function mailedRemarks(
  db: Queryable,
  businessId: number,
  day: string,
  settings: AttentionSettings,
): Promise<Record<'large' | 'many' | 'undos' | 'outside', number> | undefined> {
  const { large, many, undos, outside } = await dayRemarks(db, businessId, day, settings)
  if ([large, many, undos, outside].every((remarks) => remarks.length === 0)) return undefined
  return { large: large.length, many: many.length, undos: undos.length, outside: outside.length }
}
