import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingInProduction } from '#platform/env/env-production.ts'
import { isPublicInstallation } from '#platform/env/demo.ts'
import { envFaults } from '#platform/env/env.ts'
import { durableText } from '#platform/files/durable-file.ts'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

export interface Settings {
  /** Absolute; holds all persistent data. */
  dataDir: string
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Each replaces an embedded part. */
  databaseUrl: string | undefined
  redisUrl: string | undefined
  eventStoreUrl: string | undefined
  smtpUrl: string | undefined
  /** Absolute; undefined: no nightly backups. */
  backupFolder: string | undefined
  production: boolean
  /** `npm run dev`: restarts API and worker on code changes, and vite serves the pages. */
  dev: boolean
  /** Public: no demo and no open inbox. */
  isPublic: boolean
  seedsDemo: boolean
  /** Sentences on settings unsuitable for production. */
  warnings: string[]
}

/** Placeholders for embedded parts, whose addresses are known later. */
const EMBEDDED = {
  DATABASE_URL: 'postgres://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  EVENTSTORE_URL: 'esdb://127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1',
}

/**
 * Throws one line per wrong variable, all at once, including those of the parts; never repeats an address, which may
 * hold a password.
 */
export function readSettings(env: Record<string, string | undefined>, dev = false): Settings {
  const port = Number(env['PORT'] || 3000)
  const demo = env['HATIK_DEMO'] || 'on'
  const wrong = faults(env, port, demo)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const production = env['NODE_ENV'] === 'production'
  return {
    dataDir: resolve(repository, env['HATIK_DATA_DIR'] || '.data'),
    port,
    host: env['HOST'] || '127.0.0.1',
    publicUrl: (env['PUBLIC_URL'] || `http://localhost:${dev ? pagesPort(port) : port}`).replace(/\/+$/, ''),
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    eventStoreUrl: env['EVENTSTORE_URL'] || undefined,
    smtpUrl: env['SMTP_URL'] || undefined,
    backupFolder: env['BACKUP_FOLDER'] ? resolve(repository, env['BACKUP_FOLDER']) : undefined,
    production,
    dev,
    isPublic: isPublicInstallation(env),
    seedsDemo: demo === 'on' && !production,
    warnings: missingInProduction(env),
  }
}

export const pagesPort = (apiPort: number): number => apiPort + 1

function faults(env: Record<string, string | undefined>, port: number, demo: string): string[] {
  const own: string[] = []
  // Port 0 would be unknown to users.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) own.push(`PORT: ${env['PORT']} is not a port (1 to 65535)`)
  if (demo !== 'on' && demo !== 'off') own.push(`HATIK_DEMO: ${demo} must be on or off`)
  if (opensDemo(env, demo)) own.push(PUBLIC_DEMO)
  const secret = env['SESSION_SECRET'] || '-'.repeat(32)
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  return [
    ...own,
    ...envFaults({
      ...EMBEDDED,
      ...given,
      PORT: undefined,
      SESSION_SECRET: secret,
      TRUSTED_PROXIES: env['TRUSTED_PROXIES'],
    }),
  ]
}

const PUBLIC_DEMO =
  'NODE_ENV: must be production if PUBLIC_URL is a public https address, because the demo passwords are public and anybody could read the caught mails. For a trial without either, set HATIK_DEMO=off and SMTP_URL'

/** A public address with demo accounts or an open inbox, because NODE_ENV was forgotten. */
const opensDemo = (env: Record<string, string | undefined>, demo: string): boolean =>
  env['NODE_ENV'] !== 'production' && isPublicInstallation(env) && (demo === 'on' || !env['SMTP_URL'])

/** The local API address, because `::` and `0.0.0.0` cannot be called. Without a trailing slash. */
export function ownAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`
}

/** Signs sessions; stored, so that a restart signs nobody out. */
export function sessionSecret(dataDir: string): string {
  return durableText(join(dataDir, 'session-secret'), () => randomBytes(32).toString('hex'))
}

/** Restricts the embedded event store, whose port all local users reach and where appending awards points. */
export function eventStoreSecret(dataDir: string): string {
  return durableText(join(dataDir, 'event-store-secret'), () => randomBytes(24).toString('hex'))
}
