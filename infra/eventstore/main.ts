/** The embedded event store as a program, configured by environment; see README.md. */
import { pino } from 'pino'
import { z } from 'zod'
import { openControlPort } from './control.ts'
import { PRODUCT, SERVER_VERSION } from './calls/feature-calls.ts'
import { startEventStoreServer } from './server.ts'

const flag = z.enum(['0', '1']).default('0')
const environment = z.object({
  EVENTSTORE_DATABASE_URL: z.url(),
  EVENTSTORE_HOST: z.string().default('127.0.0.1'),
  EVENTSTORE_PORT: z.coerce.number().int().min(0).max(65_535).default(2113),
  EVENTSTORE_ALLOW_UNSAFE: flag,
  /** Clients send it as connection name; without it anybody who reaches the port may write. */
  EVENTSTORE_SECRET: z
    .string()
    .regex(/^[\w-]{16,}$/, 'must have at least 16 letters and digits')
    .optional(),
  /** Lets an unused log take creation times from metadata, for the demo's history. */
  EVENTSTORE_HISTORY: flag,
  EVENTSTORE_TEST_SWITCHES: flag,
  /** 0: any free port, named in the first line on standard output. */
  EVENTSTORE_CONTROL_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

const FORCED_EXIT_MS = 3000

const parsed = environment.safeParse(process.env)
if (!parsed.success) {
  process.stderr.write(
    `Environment:\n${parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}\n`).join('')}`,
  )
  process.exit(1)
}
const env = parsed.data
// Standard output is for the listening line only.
const log = pino({ name: 'eventstore', level: env.LOG_LEVEL }, pino.destination({ dest: 2, sync: true }))

let stop: (() => Promise<void>) | null = null
let leaving = false
function leave(reason: string, exitCode: number): void {
  if (leaving) return
  leaving = true
  log[exitCode === 0 ? 'info' : 'fatal']({ reason }, 'The embedded event store is stopping')
  setTimeout(() => process.exit(exitCode || 1), FORCED_EXIT_MS).unref()
  void (stop?.() ?? Promise.resolve()).finally(() => process.exit(exitCode))
}

// Registered first: an early signal must not leave half a server.
process.on('SIGTERM', () => leave('SIGTERM', 0))
process.on('SIGINT', () => leave('SIGINT', 0))
process.on('disconnect', () => leave('The parent process ended', 0))

try {
  const server = await startEventStoreServer({
    databaseUrl: env.EVENTSTORE_DATABASE_URL,
    host: env.EVENTSTORE_HOST,
    port: env.EVENTSTORE_PORT,
    allowUnsafe: env.EVENTSTORE_ALLOW_UNSAFE === '1',
    secret: env.EVENTSTORE_SECRET,
    history: env.EVENTSTORE_HISTORY === '1',
    log,
    onLost: (error) => leave(`The writer's connection to PostgreSQL was lost: ${error.message}`, 1),
  })
  stop = server.stop
  const control =
    env.EVENTSTORE_TEST_SWITCHES === '1' ? await openControlPort(server.faults, env.EVENTSTORE_CONTROL_PORT) : null
  log.info(
    { version: SERVER_VERSION, host: env.EVENTSTORE_HOST, port: server.port, testSwitches: control !== null },
    PRODUCT,
  )
  process.stdout.write(`${JSON.stringify({ listening: server.port, ...(control ? { control: control.port } : {}) })}\n`)
} catch (error) {
  log.fatal({ err: error }, 'The embedded event store cannot start')
  process.exit(1)
}
