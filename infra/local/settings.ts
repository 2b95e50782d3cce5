/** What `npm start` and `npm run dev` read from their environment. */
import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingInProduction } from '#platform/env/env-production.ts'
import { isPublicInstallation } from '#platform/env/demo.ts'
import { envFaults } from '#platform/env/env.ts'
import { keptText } from '#platform/files/kept-file.ts'

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
  /** Restarts the API and the worker when their code changes, and lets vite serve the pages (`npm run dev`). */
  dev: boolean
  /** Strangers reach it: no demo, and no inbox that anybody may read. */
  isPublic: boolean
  seedsDemo: boolean
  /** What would do harm where people use it, a sentence each. */
  warnings: string[]
}

/** What is embedded has its addresses later, and they are right: before anything starts these stand for them. */
const EMBEDDED = {
  DATABASE_URL: 'postgres://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  EVENTSTORE_URL: 'esdb://127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1',
}

/**
 * Throws with one line per wrong variable, all at once, also those that only the parts will read; none of them repeats an address: it may hold a
 * password.
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
    production,
    dev,
    isPublic: isPublicInstallation(env),
    seedsDemo: demo === 'on' && !production,
    warnings: missingInProduction(env),
  }
}

/** Where vite serves the pages of `npm run dev`: beside the API's port. */
export const pagesPort = (apiPort: number): number => apiPort + 1

function faults(env: Record<string, string | undefined>, port: number, demo: string): string[] {
  const own: string[] = []
  // The processes may take any free port, and nobody would know this one.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) own.push(`PORT: ${env['PORT']} is not a port (1 to 65535)`)
  if (demo !== 'on' && demo !== 'off') own.push(`HATIK_DEMO: ${demo} is neither on nor off`)
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
  'NODE_ENV: must be production where PUBLIC_URL is a public https address: everybody knows the passwords of the demo and could read the caught mails. For a trial without them give HATIK_DEMO=off and SMTP_URL'

/** A public address with the demo's accounts or an open inbox behind it, because NODE_ENV was forgotten. */
const opensDemo = (env: Record<string, string | undefined>, demo: string): boolean =>
  env['NODE_ENV'] !== 'production' && isPublicInstallation(env) && (demo === 'on' || !env['SMTP_URL'])

/** Where this machine reaches the API: `::` and `0.0.0.0` stand for every address of the machine, and are none themselves. Without a trailing slash. */
export function ownAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`
}

/** The key that signs sessions, made once per data folder, so that a restart signs nobody out. */
export function sessionSecret(dataDir: string): string {
  return keptText(join(dataDir, 'session-secret'), () => randomBytes(32).toString('hex'))
}

/** What whoever speaks to the embedded event store has to show: every user of the machine reaches its port, and whoever appends awards points. */
export function eventStoreSecret(dataDir: string): string {
  return keptText(join(dataDir, 'event-store-secret'), () => randomBytes(24).toString('hex'))
}
