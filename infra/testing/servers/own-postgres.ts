/** For tests that change server-wide roles: `const postgres = ownPostgres()` at the top of the file. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { startPostgres, type RunningServer } from '../../local/servers/postgres.ts'

export type OwnPostgres = {
  /** As superuser; available from the first `beforeAll`. */
  readonly url: string
  /** At most two connections, closed with the file or by `closeAll`. */
  open(url: string): Pool
  /** For operations that need a database without connections. */
  closeAll(): Promise<void>
}

/** A PostgreSQL server for one file. */
export function ownPostgres(): OwnPostgres {
  const pools: Pool[] = []
  let dataDir: string
  let server: RunningServer
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'hatik-own-postgres-'))
    // If root, the server runs as another user who must reach it.
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
