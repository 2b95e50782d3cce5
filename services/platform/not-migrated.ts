import { sqlState } from './postgres.ts'

/** What whoever starts a process before the migrations is told. */
export const NOT_MIGRATED = 'DATABASE_URL: this database does not have the tables of this version. Run node infra/migrations/migrate.ts before its processes'

/** A table, a column or a schema that is not there. */
const MISSING = new Set(['42P01', '42703', '3F000'])

export const isNotMigrated = (error: unknown): boolean => MISSING.has(sqlState(error) ?? '')
