/** The whole product for one integration test: real services, worker and API processes, and people. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import type { Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { startApi, startWorker, type ApplicationEnv } from '../../local/application.ts'
import type { LogLine } from '../../local/child.ts'
import { startMailCatcher, type CaughtMail } from '../../local/servers/mail-catcher.ts'
import { freePort } from '../../local/ports.ts'
import type { RunningServer } from '../../local/servers/postgres.ts'
import { API_ROLE, WORKER_ROLE } from '../../local/roles.ts'
import { testServices, type TestServices, type TestServicesOptions } from '../harness.ts'
import { insertBusiness, insertUser } from '../people/people-rows.ts'
import { Person } from '../people/person.ts'
import { hearError } from '../../quality/told-errors.ts'
import { waitUntil } from '../wait-until.ts'

export const PASSWORD = 'Correct-horse-1'

export type Product = {
  address: string
  services: TestServices
  pool: Pool
  env: ApplicationEnv
  workerEnv: ApplicationEnv
  api: RunningServer
  worker: RunningServer
  restartApi(): Promise<void>
  restartWorker(): Promise<void>
  /** A second API on the same services, stopped by `close`. */
  startSecondApi(env?: ApplicationEnv): Promise<string>
  stopSecondApis(): Promise<void>
  business(options?: {
    plan?: Plan
    status?: BusinessStatus
    perks?: readonly string[]
  }): Promise<Person & { perkIds: number[] }>
  buyer(): Promise<Person & { code: string }>
  /** Newest first. */
  mails(): Promise<CaughtMail[]>
  /** Waits for the newest mail to an address with a matching subject. */
  mailTo(address: string, subject?: RegExp): Promise<CaughtMail>
  close(): Promise<void>
}

const quiet = () => {}

/** `log`: gets the API's output. `metrics`: both processes serve theirs. `prepare`: fills the services before the start. */
export async function startProduct({
  env: extra = {},
  log = quiet,
  metrics = false,
  prepare,
  ...options
}: TestServicesOptions & {
  env?: ApplicationEnv
  log?: LogLine
  metrics?: boolean
  prepare?: (services: TestServices, filesUrl: string) => Promise<void>
} = {}): Promise<Product> {
  const services = await testServices(options)
  const folder = mkdtempSync(join(inject('servers').folder, 'product-'))
  const filesUrl = pathToFileURL(join(folder, 'files')).href
  await prepare?.(services, filesUrl)
  const pool = createPool(services.databaseUrl, { max: 4, name: 'hatik-test' })
  const catcher = await startMailCatcher({ dataDir: join(folder, 'mail') })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env: ApplicationEnv = {
    NODE_ENV: 'test',
    DATABASE_URL: services.databaseUrlOf(API_ROLE),
    REDIS_URL: services.redisUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    SMTP_URL: catcher.smtpUrl,
    MAIL_CATCHER_URL: catcher.httpUrl,
    FILES_URL: filesUrl,
    PUBLIC_URL: address,
    SESSION_SECRET: randomBytes(24).toString('hex'),
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...(metrics && { METRICS_PORT: String(await freePort()) }),
    ...extra,
  }
  const workerEnv: ApplicationEnv = {
    ...env,
    ...(metrics && { METRICS_PORT: String(await freePort()) }),
    DATABASE_URL: extra['DATABASE_URL'] ?? services.databaseUrlOf(WORKER_ROLE),
  }
  const heard: LogLine = (line) => {
    hearError(line)
    log(line)
  }
  const launchApi = () => startApi(env, `${address}/api/health`, heard)
  const others: RunningServer[] = []
  const passwordHash = await hashPassword(PASSWORD)

  const product: Product = {
    address,
    services,
    pool,
    env,
    workerEnv,
    worker: await startWorker(workerEnv, hearError),
    api: await launchApi(),
    async restartApi() {
      product.api = await launchApi()
    },
    async restartWorker() {
      product.worker = await startWorker(workerEnv, hearError)
    },
    async startSecondApi(own = {}) {
      const secondPort = await freePort()
      const second = `http://127.0.0.1:${secondPort}`
      others.push(await startApi({ ...env, ...own, PORT: String(secondPort) }, `${second}/api/health`, hearError))
      return second
    },
    async stopSecondApis() {
      await Promise.all(others.splice(0).map((server) => server.stop()))
    },
    async business({ plan = 'prime', status = 'active', perks = [] } = {}) {
      const { perkIds, ...id } = await insertBusiness(pool, { passwordHash, plan, status, perks })
      const person = await Person.signIn(address, id, PASSWORD, { refused: status !== 'active' })
      return Object.assign(person, { perkIds })
    },
    async buyer() {
      const code = newBuyerCode()
      const id = await insertUser(pool, { role: 'buyer', passwordHash, code })
      return Object.assign(await Person.signIn(address, id, PASSWORD), { code })
    },
    mails: async () => (await (await fetch(catcher.httpUrl)).json()) as CaughtMail[],
    mailTo: (to, subject = /./) =>
      waitUntil(`a mail to ${to} about ${subject}`, async () =>
        (await product.mails()).find((mail) => mail.to === to && subject.test(mail.subject)),
      ),
    async close() {
      await product.stopSecondApis()
      await Promise.all([product.api, product.worker].map((server) => server.stop()))
      await catcher.stop()
      rmSync(folder, { recursive: true, force: true })
      await pool.end()
      await services.close()
    },
  }
  return product
}
