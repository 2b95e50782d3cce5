/** One PostgreSQL and one Redis for all arms, in a temporary folder. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { onMaintenance, withDatabase } from '../local/servers/database.ts'
import { startPostgres } from '../local/servers/postgres.ts'
import { startRedis } from '../local/servers/redis.ts'
import type { ApplicationEnv } from '../local/application.ts'
import { readEnv, type Env } from '#platform/env/env.ts'
import type { Watched } from './measure/cpu.ts'

export const FLUSHES = ['native', '1ms'] as const
export type Flush = (typeof FLUSHES)[number]

/** The same server settings for all arms; the embedded defaults are for a laptop. */
const AS_MEASURED = ['shared_buffers=1GB', 'max_wal_size=8GB', 'checkpoint_timeout=15min']

export interface Stage {
  folder: string
  database(name: string): string
  /** Environment of all arms; each adds its databases. */
  env: ApplicationEnv
  parsedEnv: Env
  watched(): Watched[]
  /** '1ms' makes every flush take a millisecond. */
  setFlush(flush: Flush): Promise<void>
  postgresVersion: string
  stop(): Promise<void>
}

export async function openStage(dataDir: string): Promise<Stage> {
  const folder = join(dataDir, `run-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fsync: 'on', settings: AS_MEASURED })
  const redis = await startRedis({ dataDir: join(folder, 'redis') }).catch(async (error: unknown) => {
    await postgres.stop()
    throw error
  })
  const stop = async () => {
    await redis.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const postgresVersion = await durableVersion(postgres.url)
    const env: ApplicationEnv = {
      NODE_ENV: 'development',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '127.0.0.1',
      SESSION_SECRET: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'warn',
    }
    return {
      folder,
      database: (name) => withDatabase(postgres.url, name),
      env,
      parsedEnv: readEnv(env),
      watched: () => [
        { name: 'postgres', pid: postgres.pid, family: true },
        { name: 'redis', pid: redis.pid },
      ],
      setFlush: (flush) => setFlush(postgres.url, flush),
      postgresVersion: `${postgresVersion} (${AS_MEASURED.join(', ')})`,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Throws unless commits are durable, which all results assume. */
async function durableVersion(url: string): Promise<string> {
  return onMaintenance(url, async (client) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const { rows } = await client.query<Record<string, string>>(`SHOW ${setting}`)
      if (rows[0]?.[setting] !== 'on')
        throw new Error(`PostgreSQL runs with ${setting}=${rows[0]?.[setting]}: commits are not durable`)
    }
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? ''
  })
}

async function setFlush(url: string, flush: Flush): Promise<void> {
  const delayMicros = flush === '1ms' ? 1000 : 0
  await onMaintenance(url, async (client) => {
    await client.query(`ALTER SYSTEM SET commit_delay = ${delayMicros}`)
    await client.query(`ALTER SYSTEM SET commit_siblings = ${flush === '1ms' ? 0 : 5}`)
    await client.query('SELECT pg_reload_conf()')
  })
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const shown = await onMaintenance(url, (client) => client.query<{ commit_delay: string }>('SHOW commit_delay'))
    if (shown.rows[0]?.commit_delay === String(delayMicros)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`PostgreSQL did not apply the flush setting "${flush}"`)
}
