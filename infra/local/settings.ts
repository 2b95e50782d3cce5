/** What `npm start` reads from its environment. */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptText } from '#platform/kept-file.ts'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

export interface Settings {
  /** Absolute. Everything that outlives a restart is in here. */
  dataDir: string
  port: number
  host: string
  /** The address to type and to print, without a trailing slash. */
  publicUrl: string
  /** Each, where given, replaces the embedded part. */
  databaseUrl: string | undefined
  redisUrl: string | undefined
  eventStoreUrl: string | undefined
  smtpUrl: string | undefined
  production: boolean
  seedsDemo: boolean
}

/** Throws with one line per wrong variable. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const port = Number(env['PORT'] || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT: ${env['PORT']} is not a port (1 to 65535)`)
  const demo = env['HATIK_DEMO'] ?? 'on'
  if (demo !== 'on' && demo !== 'off') throw new Error(`HATIK_DEMO: ${demo} is neither on nor off`)
  const production = env['NODE_ENV'] === 'production'
  return {
    dataDir: resolve(repository, env['HATIK_DATA_DIR'] || '.data'),
    port,
    host: env['HOST'] || '127.0.0.1',
    publicUrl: (env['PUBLIC_URL'] || `http://localhost:${port}`).replace(/\/+$/, ''),
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    eventStoreUrl: env['EVENTSTORE_URL'] || undefined,
    smtpUrl: env['SMTP_URL'] || undefined,
    production,
    seedsDemo: demo === 'on' && !production,
  }
}

/** The key that signs sessions, made once per data folder, so that a restart signs nobody out. */
export function sessionSecret(dataDir: string): string {
  return keptText(join(dataDir, 'session-secret'), () => randomBytes(32).toString('hex'))
}
