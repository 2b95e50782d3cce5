/**
 * Starts and stops the whole product: embedded servers without a configured address, the API, the projection worker and
 * the built web app. Parts that end are restarted.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEMO_REFUSED, holdsDemo } from '#platform/env/demo.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { startApi, startPages, startWorker, type ApplicationEnv } from './application.ts'
import type { LogLine } from './child.ts'
import { createDatabase, eventsDatabase } from './servers/database.ts'
import { eventStoreFault } from './servers/event-store-fault.ts'
import { startEventStore } from './servers/event-store.ts'
import { removeInstance, writeInstance } from './instance.ts'
import { takeDataFolder } from './instance-lock.ts'
import { keepRunning, type KeptPart } from './keep-running.ts'
import { openLogs } from './log-files.ts'
import { startMailCatcher } from './servers/mail-catcher.ts'
import { startNightlyBackups } from './nightly-backup.ts'
import { isPortFree, rememberedPort } from './ports.ts'
import { startPostgres, type PostgresOptions, type RunningServer } from './servers/postgres.ts'
import { startRedis } from './servers/redis.ts'
import {
  API_ROLE,
  asRole,
  handOver,
  makeRoles,
  openEventsDatabase,
  OWNER_ROLE,
  WORKER_ROLE,
  type Role,
} from './roles.ts'
import { eventStoreSecret, ownAddress, pagesPort, sessionSecret, type Settings } from './settings.ts'
import { untilProductReady } from './until-product-ready.ts'
import { buildWeb, webRoot } from './web-build.ts'

export interface Product {
  url: string
  /** Parts without a configured address. */
  embedded: string[]
  /** Why the read models are blocked, if they are. */
  standsStill?: string | undefined
  stop: () => Promise<void>
}

export interface Reporting {
  say: LogLine
  /** A line that replaces the one before; nothing ends it. */
  progress?: ((line?: string) => void) | undefined
  /** True once a stop is requested; a running start then gives up. */
  cancelled: () => boolean
}

/** Waits until the API is ready, or until somebody has to decide. Stops everything if a part fails. */
export async function startProduct(settings: Settings, { say, progress, cancelled }: Reporting): Promise<Product> {
  if (!(await isPortFree(settings.port))) {
    throw new Error(`Port ${settings.port} is in use. Choose another one: PORT=${settings.port + 1} npm start`)
  }
  const undo: (() => Promise<void> | void)[] = [takeDataFolder(settings.dataDir)]
  const logs = openLogs(join(settings.dataDir, 'logs'), say)
  undo.push(logs.close)
  const stop = once(async () => {
    for (const end of undo.reverse()) await end()
  })
  const step = (): void => {
    if (cancelled()) throw new Error('Stopped before it was ready')
  }
  try {
    return await startParts(settings, { say, progress, cancelled }, logs.of, undo, step, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(
  settings: Settings,
  { say, progress, cancelled }: Reporting,
  logOf: (name: string) => LogLine,
  undo: (() => Promise<void> | void)[],
  step: () => void,
  stop: () => Promise<void>,
): Promise<Product> {
  const { dataDir } = settings
  const folder = (name: string): string => join(dataDir, name)
  const embedded: string[] = []
  const dependents: KeptPart[] = []
  const report: LogLine = (line) => {
    if (!cancelled()) say(line)
  }
  /** Restarts the users of a server whose address has changed. */
  const renewDependents = (): void => {
    for (const part of dependents) void part.restart()
  }
  const keep = async (
    name: string,
    start: Parameters<typeof keepRunning>[1]['start'],
    tellsDependents: boolean,
  ): Promise<KeptPart> => {
    let address: string | undefined
    const noted = async () => {
      const server = await start()
      if (tellsDependents && address !== undefined && server.url !== address) renewDependents()
      address = server.url
      return server
    }
    const part = await keepRunning(name, { start: noted, report })
    undo.push(part.stop)
    return part
  }
  const urlOf = (part: KeptPart): (() => string) => {
    let last = part.current()?.url ?? ''
    return () => (last = part.current()?.url ?? last)
  }

  if (settings.eventStoreUrl !== undefined) {
    const fault = await eventStoreFault(settings.eventStoreUrl)
    if (fault !== undefined) throw new Error(fault)
  }
  const servers = [
    ...(settings.databaseUrl === undefined ? ['PostgreSQL'] : []),
    ...(settings.redisUrl === undefined ? ['Redis'] : []),
  ]
  const first = [
    ...(servers.length > 0 ? [`starting ${servers.join(', ')}`] : []),
    ...(settings.dev ? [] : ['building the web app']),
  ].join(' and ')
  if (first) say(`${first[0]?.toUpperCase()}${first.slice(1)} …`)
  const webBuild = settings.dev ? Promise.resolve('unchanged' as const) : buildWeb(logOf('web-build'))
  // Handled where it is awaited; until then it must not count as unhandled.
  webBuild.catch(() => {})

  /** A configured address serves all roles; the embedded server has one role per process (decision 41). */
  let databaseUrl = (_role: Role): string => settings.databaseUrl ?? ''
  let eventsUrl = async (): Promise<string> => eventsDatabase(settings.databaseUrl ?? '')
  if (settings.databaseUrl === undefined) {
    const log = logOf('postgres')
    const superuserUrl = urlOf(
      await keep('PostgreSQL', () => startWithRoles({ dataDir: folder('postgres'), log }), true),
    )
    await handOver(superuserUrl())
    databaseUrl = (role) => asRole(superuserUrl(), role)
    eventsUrl = () => openEventsDatabase(superuserUrl())
    embedded.push('PostgreSQL')
  } else await createDatabase(settings.databaseUrl)
  if (settings.isPublic) await refuseDemo(databaseUrl(OWNER_ROLE))
  step()

  let redisUrl = (): string => settings.redisUrl ?? ''
  if (settings.redisUrl === undefined) {
    const log = logOf('redis')
    redisUrl = urlOf(await keep('Redis', () => startRedis({ dataDir: folder('redis'), log }), true))
    embedded.push('Redis')
  }
  step()

  let smtpUrl = settings.smtpUrl
  let mailCatcherUrl: string | undefined
  if (smtpUrl === undefined) {
    const catcher = await startMailCatcher({ dataDir: folder('mail') })
    undo.push(catcher.stop)
    smtpUrl = catcher.smtpUrl
    mailCatcherUrl = catcher.httpUrl
    embedded.push('mail catcher')
  }

  say('Migrating the database …')
  const { migrate } = await import('../migrations/migrate.ts')
  await migrate(databaseUrl(OWNER_ROLE))
  step()
  if ((await webBuild) === 'built') say('Built the web app.')
  step()

  const storeLog = logOf('event-store')
  const storeSecret = eventStoreSecret(dataDir)
  const filesUrl = process.env['FILES_URL'] || pathToFileURL(folder('files')).href
  if (settings.seedsDemo) {
    say('Updating the demo data …')
    const { seedDemo } = await import('./demo/seed.ts')
    let pastStore: RunningServer | undefined
    /** A store for the seed only, which takes the demo's past times while its log is unused. */
    const openPastStore = async (): Promise<string> => {
      pastStore = await startEventStore({
        databaseUrl: await eventsUrl(),
        secret: storeSecret,
        log: storeLog,
        env: { EVENTSTORE_HISTORY: '1' },
      })
      return pastStore.url
    }
    const given = settings.eventStoreUrl
    try {
      await seedDemo({
        databaseUrl: databaseUrl(OWNER_ROLE),
        eventStoreUrl: async () => given ?? openPastStore(),
        takesPast: given === undefined,
        filesUrl,
      })
    } finally {
      await pastStore?.stop()
    }
  }
  step()

  let eventStoreUrl = (): string => settings.eventStoreUrl ?? ''
  if (settings.eventStoreUrl === undefined) {
    const portFile = folder('event-store-port')
    const start = async () =>
      startEventStore({
        databaseUrl: await eventsUrl(),
        port: await rememberedPort(portFile),
        secret: storeSecret,
        log: storeLog,
      })
    const part = await keep('Event store', start, true)
    eventStoreUrl = urlOf(part)
    dependents.push(part)
    embedded.push('event store (protocol subset, single node: for development, tests and small installations)')
  }
  step()

  const secret = process.env['SESSION_SECRET'] || sessionSecret(dataDir)
  const applicationEnv = (role: Role): ApplicationEnv => ({
    NODE_ENV: process.env['NODE_ENV'] || 'development',
    DATABASE_URL: databaseUrl(role),
    REDIS_URL: redisUrl(),
    EVENTSTORE_URL: eventStoreUrl(),
    SMTP_URL: smtpUrl,
    HOST: settings.host,
    PORT: String(settings.port),
    ...metricsPort(role),
    // Omitted if not configured, so that the API accepts any address of this machine.
    ...((role === WORKER_ROLE || process.env['PUBLIC_URL']) && { PUBLIC_URL: settings.publicUrl }),
    SESSION_SECRET: secret,
    WEB_ROOT: webRoot,
    FILES_URL: filesUrl,
    // Stored with the data that it signs, so that no other installation signs with it.
    LEDGER_KEY_FILE: process.env['LEDGER_KEY_FILE'] || folder('ledger-key'),
    PUSH_KEY_FILE: process.env['PUSH_KEY_FILE'] || folder('push-key'),
    ...(mailCatcherUrl === undefined ? {} : { MAIL_CATCHER_URL: mailCatcherUrl }),
  })
  const own = ownAddress(settings)

  say('Starting the API and the projection worker …')
  const workerLog = logOf('worker')
  dependents.push(
    await keep('Projection worker', () => startWorker(applicationEnv(WORKER_ROLE), workerLog, settings.dev), false),
  )
  step()
  const apiLog = logOf('api')
  dependents.push(
    await keep('API', () => startApi(applicationEnv(API_ROLE), `${own}/api/health`, apiLog, settings.dev), false),
  )
  step()
  if (settings.dev) {
    const log = logOf('vite')
    await keep('vite', () => startPages(pagesPort(settings.port), settings.port, log), false)
  }

  const standsStill = await untilProductReady(`${own}/api/health/ready`, step, progress)

  await writeInstance(dataDir, {
    address: own,
    databaseUrl: databaseUrl(OWNER_ROLE),
    redisUrl: redisUrl(),
    eventStoreUrl: eventStoreUrl(),
    pid: process.pid,
  })
  undo.push(() => removeInstance(dataDir))
  if (settings.backupFolder !== undefined)
    undo.push(startNightlyBackups(settings.backupFolder, () => applicationEnv(OWNER_ROLE), report))
  return { url: settings.publicUrl, embedded, standsStill, stop }
}

/** Both processes are on this machine, so the worker takes the next port. */
function metricsPort(role: Role): ApplicationEnv {
  const port = process.env['METRICS_PORT']
  return port && role === WORKER_ROLE ? { METRICS_PORT: String(Number(port) + 1) } : {}
}

/** At each start, because role passwords are derived from the superuser's, which may change. */
async function startWithRoles(options: PostgresOptions): Promise<RunningServer> {
  const server = await startPostgres(options)
  try {
    await makeRoles(server.url)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function refuseDemo(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, name: 'hatik-start' })
  try {
    if (await holdsDemo(pool)) throw new Error(DEMO_REFUSED)
  } finally {
    await pool.end()
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
