import { sqlState } from './postgres.ts'

/** For starts before the migrations, which also grant roles access (decision 41). */
export const NOT_MIGRATED =
  'DATABASE_URL: this database lacks the tables of this version, or this role has no access to them. Run node infra/migrations/migrate.ts before starting the processes'

/** Missing table, column or schema. */
const MISSING = new Set(['42P01', '42703', '3F000'])
const CLOSED = '42501'

export const isMissing = (error: unknown): boolean => MISSING.has(sqlState(error) ?? '')
export const isNotMigrated = (error: unknown): boolean => isMissing(error) || sqlState(error) === CLOSED
