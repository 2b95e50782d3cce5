/**
 * What a backup holds, in the order of its sections: `about`, `erased`, `ledger`, `balances`, `rows TABLE` for each
 * table, `sequences`, `log`, `file KEY` for each file.
 */
export const ABOUT = 'about'
export const ERASED = 'erased'
export const LEDGER = 'ledger'
export const BALANCES = 'balances'
export const ROWS = 'rows '
export const SEQUENCES = 'sequences'
export const LOG = 'log'
export const FILE = 'file '

/** Read models and snapshots are rebuilt from the log; migrations run again. */
export const NOT_ROWS = ['account_snapshots', 'knex_migrations', 'knex_migrations_lock', 'projection_generations']

/** Near the beginning, so that it can be read from a file that is damaged further on. Milliseconds since 1970. */
export type Erased = [userId: number, erasedMs: number][]

export type TableRows = { table: string; columns: string[] }

/**
 * `position`: of the read models whose balances are in the backup; null before the first event. `shards`: in their
 * place, by shard, if the read models are written in shards; -1 before the first event.
 */
export type About = {
  takenAt: string
  migrations: string[]
  tables: TableRows[]
  position: string | null
  shards?: string[]
}
