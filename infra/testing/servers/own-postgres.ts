/** For tests that change the roles of a whole server: `const postgres = ownPostgres()` at the top of the file. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { startPostgres, type RunningServer } from '../../local/servers/postgres.ts'

export type OwnPostgres = {
  /** The superuser's. There is one from the first `beforeAll` on. */
  readonly url: string
  /** Two connections at most, which end with the file, or with `closeAll`. */
  open(url: string): Pool
  /** Where a database may have no connections, as to be renamed. */
  closeAll(): Promise<void>
}

/** A PostgreSQL server that no other file sees; gone after the last test. */
export function ownPostgres(): OwnPostgres {
  const pools: Pool[] = []
  let dataDir: string
  let server: RunningServer
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'hatik-own-postgres-'))
    // As root it runs as another user, who has to reach it.
    chmodSync(dataDir, 0o711)
    server = await startPostgres({ dataDir, fsync: 'off' })
  })
  const closeAll = async (): Promise<void> => {
    for (const pool of pools.splice(0)) await pool.end()
  }
  afterAll(async () => {
    await closeAll()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    get url() {
      return server.url
    },
    open(url) {
      const pool = createPool(url, { max: 2, name: 'test' })
      pools.push(pool)
      return pool
    },
    closeAll,
  }
}
