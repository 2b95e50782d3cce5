import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { testServices, type TestServices } from '../testing/harness.ts'
import { PRODUCTION } from '../testing/servers/production.ts'
import { openProxy } from '../testing/servers/proxy.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { startApi, startWorker } from './application.ts'
import { createDatabase, dropDatabase } from './servers/database.ts'
import { seedDemo } from './demo/seed.ts'
import { freePort } from './ports.ts'
import { asRole, handOver, WORKER_ROLE } from './roles.ts'

let services: TestServices
let folder: string
beforeAll(async () => {
  services = await testServices()
  folder = mkdtempSync(join(tmpdir(), 'hatik-application-'))
})
afterAll(async () => {
  await services?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts API and worker as without setpriv (macOS), prints their pids and idles. */
const SUPERVISOR = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const exists = fs.existsSync
  fs.existsSync = (path) => !String(path).endsWith('/setpriv') && exists(path)
  syncBuiltinESMExports()
  const { startApi, startWorker } = await import(${JSON.stringify(new URL('./application.ts', import.meta.url).href)})
  const env = JSON.parse(process.env.APPLICATION)
  const parts = [await startWorker(env, () => {}), await startApi(env, 'http://127.0.0.1:' + env.PORT + '/api/health', () => {})]
  console.log(JSON.stringify(parts.map(({ pid }) => pid)))
  setInterval(() => {}, 60_000)
`

it('API and worker end when their parent is killed, even without kernel support', async () => {
  const env = await applicationEnv()
  const supervisor = spawn(process.execPath, ['--input-type=module', '--eval', SUPERVISOR], {
    env: { ...process.env, APPLICATION: JSON.stringify(env) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let parts: number[] = []
  try {
    parts = await new Promise<number[]>((resolve, reject) => {
      createInterface({ input: supervisor.stdout }).once('line', (line) => resolve(JSON.parse(line) as number[]))
      supervisor.once('exit', () => reject(new Error('The supervisor ended by itself')))
    })
    expect(parts.map(isAlive)).toEqual([true, true])
    supervisor.kill('SIGKILL')
    await waitUntil('both have ended', () => !parts.some(isAlive), 30_000)
  } finally {
    supervisor.kill('SIGKILL')
    for (const pid of parts.filter(isAlive)) process.kill(pid, 'SIGKILL')
  }
}, 90_000)

it('a production API started without its database listens once it knows that there is no demo', async () => {
  const said: number[] = []
  const proxy = await openProxy(services.databaseUrl, (client, reach) => {
    if (said.length === 0 || Date.now() < said[0]! + 3_500) client.destroy()
    else client.pipe(reach()).pipe(client)
  })
  const env = { ...(await productionEnv()), DATABASE_URL: proxy.url }
  const api = await startApi(env, `http://127.0.0.1:${env.PORT}/api/health`, (line) => {
    if (line.includes('waiting for the database (DATABASE_URL) before listening')) said.push(Date.now())
  })
  // Retried every second, logged once a minute.
  expect(said).toHaveLength(1)
  await api.stop()
  expect(await api.exited).toBe('API ended with code 0')
  await proxy.close()
}, 120_000)

it('the API shows no caught mails under a public https address, even if NODE_ENV was forgotten', async () => {
  const env = { ...(await productionEnv()), NODE_ENV: 'development', MAIL_CATCHER_URL: 'http://127.0.0.1:1/' }
  const statusOf = async (PUBLIC_URL: string) => {
    const api = await startApi({ ...env, PUBLIC_URL }, `http://127.0.0.1:${env.PORT}/api/health`, () => {})
    try {
      return (await fetch(`http://127.0.0.1:${env.PORT}/dev/inbox.json`)).status
    } finally {
      await api.stop()
    }
  }
  expect(await statusOf('https://hatik.example.am')).toBe(404)
  expect(await statusOf(`http://localhost:${env.PORT}`)).toBe(503)
}, 120_000)

it('the API refuses to run production on a demo, even a half-seeded one', async () => {
  const env = await productionEnv()
  const health = `http://127.0.0.1:${env.PORT}/api/health`
  const { databaseUrl } = services
  await expect(seedDemo({ databaseUrl, eventStoreUrl: async () => 'esdb://127.0.0.1:1?tls=false' })).rejects.toThrow()
  await expect(startApi(env, health, () => {})).rejects.toThrow(
    'this database contains the demo, whose passwords are public',
  )
  await expect(
    startApi({ ...env, NODE_ENV: 'development', PUBLIC_URL: 'https://hatik.example.am' }, health, () => {}),
  ).rejects.toThrow('this database contains the demo')
  const development = await startApi(
    { ...env, NODE_ENV: 'development', PUBLIC_URL: 'https://localhost' },
    health,
    () => {},
  )
  await development.stop()
}, 120_000)

it('an invalid setting is reported in one line, without a stack', async () => {
  const env = {
    ...(await productionEnv()),
    MAIL_FROM: 'Hatik',
    REDIS_URL: 'redis.example.am:6379',
    TRUSTED_PROXIES: 'nginx',
  }
  const told = [
    'Environment:',
    /^ {2}REDIS_URL: must be a URL/,
    /^ {2}TRUSTED_PROXIES: nginx is not an address/,
    /^ {2}MAIL_FROM: must be an email address/,
  ].map((line) => expect.stringMatching(line))
  const [api, worker]: [string[], string[]] = [[], []]
  await expect(startApi(env, 'http://127.0.0.1:1/', (line) => api.push(line))).rejects.toThrow('API ended with code 1')
  expect(await (await startWorker(env, (line) => worker.push(line))).exited).toBe('Projection worker ended with code 1')
  await waitUntil('all has been read', () => worker.length >= told.length)
  expect([api, worker]).toEqual([told, told])
})

it('an invalid key and an unmigrated database are reported in one line, without a stack', async () => {
  const env = await productionEnv()
  const told = async (more: object): Promise<{ api: string; worker: string }> => {
    const [api, worker]: [string[], string[]] = [[], []]
    const starting = startApi({ ...env, ...more }, `http://127.0.0.1:${env.PORT}/api/health`, (line) => api.push(line))
    // The API may end before the worker and is awaited later.
    starting.catch(() => {})
    const running = await startWorker({ ...env, ...more }, (line) => worker.push(line))
    expect(await running.exited).toBe('Projection worker ended with code 1')
    await starting.then((started) => started.stop()).catch(() => {})
    return { api: api.join('\n'), worker: worker.join('\n') }
  }
  const file = join(folder, 'no-key')
  writeFileSync(file, 'not a key')
  const words = `LEDGER_KEY_FILE: ${file} must contain 64 hexadecimal digits`
  expect(await told({ LEDGER_KEY_FILE: file })).toEqual({ api: words, worker: words })

  const empty = Object.assign(new URL(services.databaseUrl), { pathname: '/not_migrated' }).href
  await createDatabase(empty)
  try {
    const { api, worker } = await told({ DATABASE_URL: empty })
    for (const said of [api, worker])
      expect(said).toContain('Run node infra/migrations/migrate.ts before starting the processes')
    expect(api + worker).not.toContain('    at ')
    if (!inject('servers').withRoles) return
    await handOver(empty)
    const closed = await told({ DATABASE_URL: asRole(empty, WORKER_ROLE) })
    for (const said of [closed.api, closed.worker]) expect(said).toContain('or this role has no access to them')
  } finally {
    await dropDatabase(empty)
  }
}, 120_000)

it('a taken port and a missing web build are reported in one line, without a stack', async () => {
  const env = { ...(await applicationEnv()), WEB_ROOT: folder }
  const [first, second]: [string[], string[]] = [[], []]
  const health = `http://127.0.0.1:${env.PORT}/api/health`
  const api = await startApi(env, health, (line) => first.push(line))
  // Its response does not matter: the first API would answer.
  await expect(startApi(env, 'http://127.0.0.1:1/', (line) => second.push(line))).rejects.toThrow(
    'API ended with code 1',
  )
  await api.stop()
  expect(second.filter((line) => !line.startsWith('{'))).toEqual([
    `HOST, PORT: listen EADDRINUSE: address already in use 127.0.0.1:${env.PORT}`,
  ])
  for (const lines of [first, second])
    expect(lines.filter((line) => line.includes('WEB_ROOT contains no web app'))).toHaveLength(1)
}, 120_000)

async function applicationEnv() {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SESSION_SECRET: 'x'.repeat(48),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    LEDGER_KEY_FILE: join(folder, 'ledger-key'),
  }
}

const productionEnv = async () => ({ ...(await applicationEnv()), ...PRODUCTION, DRAIN_MS: '0' })

/** A zombie has no program. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/exe`)
}
