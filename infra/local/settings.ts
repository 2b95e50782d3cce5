/** What `npm start` reads from its environment. */
import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADDRESS_NAMES, addressFault } from '#platform/env-addresses.ts'
import { missingInProduction } from '#platform/env-production.ts'
import { MODES } from '#platform/env.ts'
import { keptText } from '#platform/kept-file.ts'
import { hostOf, isLoopback } from '#platform/loopback.ts'
import { proxyFault } from '#platform/proxies.ts'

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
  /** What would do harm where people use it, a sentence each. */
  warnings: string[]
}

/** Throws with one line per wrong variable, none of which repeats an address: it may hold a password. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const port = Number(env['PORT'] || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT: ${env['PORT']} is not a port (1 to 65535)`)
  const demo = env['HATIK_DEMO'] ?? 'on'
  if (demo !== 'on' && demo !== 'off') throw new Error(`HATIK_DEMO: ${demo} is neither on nor off`)
  const wrong = faults(env)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
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
    warnings: warningsOf(env),
  }
}

function faults(env: Record<string, string | undefined>): string[] {
  const wrong: Record<string, string | undefined> = {}
  for (const name of ADDRESS_NAMES) if (env[name]) wrong[name] = addressFault(name, env[name])
  if (env['TRUSTED_PROXIES']) wrong['TRUSTED_PROXIES'] = proxyFault(env['TRUSTED_PROXIES'])
  const mode = env['NODE_ENV'] || 'development'
  if (!MODES.some((known) => known === mode)) wrong['NODE_ENV'] = `${mode} is none of ${MODES.join(', ')}`
  return Object.entries(wrong).flatMap(([name, fault]) => (fault === undefined ? [] : `${name}: ${fault}`))
}

/** The demo's passwords are published, and an inbox that anybody may read holds the links that set new ones: good for a look from a phone, and nothing else. */
const FOR_PEOPLE =
  'NODE_ENV is not production, and PUBLIC_URL is an https address on the internet: whoever knows it can sign in to the demo and read the caught mails'

const warningsOf = (env: Record<string, string | undefined>): string[] =>
  env['NODE_ENV'] === 'production' ? missingInProduction(env) : isForPeople(env['PUBLIC_URL']) ? [FOR_PEOPLE] : []

/** An https address that leads elsewhere than to this machine has been set up for others. */
function isForPeople(publicUrl: string | undefined): boolean {
  if (!publicUrl || !URL.canParse(publicUrl)) return false
  const url = new URL(publicUrl)
  return url.protocol === 'https:' && !isLoopback(hostOf(url))
}

/** Where this machine reaches the API: `::` and `0.0.0.0` stand for every address of the machine, and are none themselves. Without a trailing slash. */
export function ownAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`
}

/** The key that signs sessions, made once per data folder, so that a restart signs nobody out. */
export function sessionSecret(dataDir: string): string {
  return keptText(join(dataDir, 'session-secret'), () => randomBytes(32).toString('hex'))
}
