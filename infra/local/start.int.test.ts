import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSigningKey } from '#audit/signing-key.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { Heads } from '#contracts/calls/proofs.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, inMs } from '#platform/event-store/events-for-tests.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { testServices } from '../testing/harness.ts'
import { CERTIFICATE, KEY } from '../testing/servers/self-signed.ts'
import { PRODUCTION } from '../testing/servers/production.ts'
import { freePort } from './ports.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const start = join(repository, 'infra/local/start.ts')

describe('npm start', () => {
  let dataDir: string
  const started: ChildProcess[] = []

  beforeEach(() => {
    dataDir = openFolder()
  })
  afterEach(async () => {
    for (const child of started.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await ended(child)
      }
    }
    await eventually(() => processesOn(dataDir).length === 0)
    rmSync(dataDir, { recursive: true, force: true })
  })

  const run = async (env: Record<string, string>, command = [process.execPath, start]) => {
    const port = await freePort()
    const [program = '', ...args] = command
    const clean = { ...process.env }
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'EVENTSTORE_URL', 'SMTP_URL', 'NODE_ENV']) delete clean[name]
    const child = spawn(program, args, {
      cwd: repository,
      detached: true,
      env: { ...clean, PORT: String(port), HATIK_DATA_DIR: dataDir, HATIK_DEMO: 'off', RATE_LIMITS: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const address = `http://127.0.0.1:${port}`
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(output)
      return output.includes('Hatik is ready')
    })
    return { child, address, output: () => output }
  }

  it('npm start starts everything, prints one address and the sign-ins, keeps data over a restart, and leaves no process behind', async () => {
    // Service managers pass empty variables.
    const first = await run({ HATIK_DEMO: 'on', LOG_LEVEL: '', SESSION_SECRET: '' })
    expect(await ready(first.address)).toMatchObject({
      status: 'ready',
      postgres: { ok: true },
      redis: { ok: true },
      store: { ok: true },
    })
    expect(first.output().match(/http:\/\/\S+/g)).toEqual([`http://localhost:${new URL(first.address).port}`])
    expect(first.output()).toContain('cafe@hatik.test')
    const page = await fetch(first.address)
    expect(await page.text()).toContain('<html lang="hy"')
    expect((await fetch(`${first.address}/dev/inbox.json`)).status).toBe(200)
    const cookie = await signIn(first.address)
    const points = await pointsOf(first.address, cookie)
    // The ledger signs with this folder's key, not another's of the same clone.
    const own = openSigningKey({ seed: undefined, file: join(dataDir, 'ledger-key') })
    const keys = async () =>
      Object.keys(((await (await fetch(`${first.address}/api/ledger/heads`)).json()) as Heads).keys)
    await eventually(async () => (await keys()).length > 0)
    expect(await keys()).toEqual([own.keyId])
    // All local users reach the event store's port, but cannot award points there.
    const stranger = createEventStoreGateway(
      `esdb://127.0.0.1:${readFileSync(join(dataDir, 'event-store-port'), 'utf8').trim()}?tls=false`,
    )
    expect(await stranger.append(accountStream(11, 101), NO_STREAM, [award()], inMs(10_000))).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('Not Authenticated'),
    })
    await stranger.close()
    // No process uses PostgreSQL's superuser (decision 41).
    expect(await rolesAtWork(dataDir)).toEqual(['hatik_api', 'hatik_events', 'hatik_worker'])

    first.child.kill('SIGTERM')
    await ended(first.child)
    expect(first.child.exitCode).toBe(0)
    expect(processesOn(dataDir)).toEqual([])

    // Same folder, another port: session, points and demo are kept.
    const second = await run({ HATIK_DEMO: 'on' })
    expect(await pointsOf(second.address, cookie)).toEqual(points)
    second.child.kill('SIGTERM')
    await ended(second.child)

    // Production must not start on a demo, whose administrator's password is public.
    const refused = await run({ ...PRODUCTION, SMTP_URL: 'smtp://127.0.0.1:9' }).then(
      () => 'started',
      (error: Error) => error.message,
    )
    expect(refused).toContain('this database contains the demo, whose passwords are public')
    expect(refused).not.toContain('Starting the API')
    expect(processesOn(dataDir)).toEqual([])
  })

  it('npm start stops when its parent is killed, and admits no second instance to its folder', async () => {
    const { child } = await run({}, ['/bin/sh', '-c', `"${process.execPath}" "${start}" & wait`])
    const second = spawn(process.execPath, [start], {
      env: { ...process.env, PORT: String(await freePort()), HATIK_DATA_DIR: dataDir },
    })
    let refusal = ''
    second.stderr.on('data', (bytes: Buffer) => (refusal += bytes.toString()))
    await ended(second)
    expect(second.exitCode).toBe(1)
    expect(refusal).toContain('Hatik is already running on')
    expect(processesOn(dataDir).length).toBeGreaterThan(3)

    child.kill('SIGKILL')
    await eventually(() => processesOn(dataDir).length === 0)
  })

  it('npm start restarts a killed part, and leaves nothing behind when killed itself', async () => {
    const { child, address } = await run({})
    for (const part of [
      'services/api/server.ts',
      'projections/main.ts',
      'infra/eventstore/main.ts',
      'redis-server',
      'bin/postgres',
    ]) {
      const before = childOf(child, part)
      process.kill(before, 'SIGKILL')
      await eventually(() => {
        const now = findChild(child, part)
        return now !== undefined && now !== before
      })
    }
    await eventually(async () => (await ready(address).catch(() => undefined))?.status === 'ready')

    const others = childrenOf(child.pid ?? 0).map((part) => part.pid)
    child.kill('SIGKILL')
    await ended(child)
    await eventually(() => others.every((pid) => !existsSync(`/proc/${pid}`)))
  })

  it('npm start starts no embedded server if an address is given', async () => {
    const services = await testServices({ migrate: false })
    const { databaseUrl, redisUrl, eventStoreUrl } = services
    const given = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      EVENTSTORE_URL: eventStoreUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
    }
    const { child, address, output } = await run(given)
    expect(await ready(address)).toMatchObject({ status: 'ready' })
    expect(
      childrenOf(child.pid ?? 0).map(({ command }) => command.split('\0').at(-2)?.replace(repository, '')),
    ).toEqual(['projections/main.ts', 'services/api/server.ts'])
    for (const said of ['Embedded', 'Starting PostgreSQL']) expect(output()).not.toContain(said)
    expect((await fetch(`${address}/dev/inbox.json`)).status).toBe(404)
    child.kill('SIGTERM')
    await ended(child)
    await services.close()
  })

  it('npm start refuses an untrusted event store certificate, and says so', async () => {
    const store = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => socket.destroy()).on(
      'tlsClientError',
      () => {},
    )
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
    const { port } = store.address() as AddressInfo
    try {
      const refused = await run({ EVENTSTORE_URL: `esdb://hatik:secret-1@localhost:${port}?tls=true` }).catch(String)
      expect(refused).toContain("EVENTSTORE_URL: the event store's certificate is not trusted")
      expect(refused).not.toMatch(/secret-1|Starting PostgreSQL/)
    } finally {
      store.close()
    }
  })

  it('npm start starts with blocked read models and says why, and the command that resolves it works (decision 36)', async () => {
    const services = await testServices()
    const { databaseUrl, redisUrl, eventStoreUrl } = services
    const given = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      EVENTSTORE_URL: eventStoreUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
    }
    const store = createEventStoreGateway(eventStoreUrl)
    await store.append(accountStream(11, 101), NO_STREAM, [award()], inMs(10_000))
    const pool = createPool(databaseUrl, { max: 1, name: 'test' })
    try {
      const before = await run(given)
      await eventually(async () => (await store.end()) !== null && (await ready(before.address)).status === 'ready')
      before.child.kill('SIGTERM')
      await ended(before.child)
      // As after the event store was restored from an older backup.
      await pool.query('UPDATE projection_generations SET position = position + 1000000000 WHERE live')

      const { address, output } = await run(given)
      expect(output()).toContain(
        "ATTENTION: pages show no new data, because the log ends before the read models' position.",
      )
      expect(await ready(address)).toMatchObject({ status: 'not_ready', projection: { stoppedBy: 'log_ends_early' } })
      for (const step of ['--diff', '--switch']) {
        const command = spawn(process.execPath, ['infra/replay/main.ts', step], {
          cwd: repository,
          env: { ...process.env, HATIK_DATA_DIR: dataDir },
        })
        await ended(command)
        expect([step, command.exitCode]).toEqual([step, 0])
      }
      await eventually(async () => (await ready(address)).status === 'ready')
      // The worker's old position never existed in this log; it continues from the rebuilt one.
      await store.append(accountStream(11, 102), NO_STREAM, [award()], inMs(10_000))
      await eventually(async () => (await pool.query('SELECT FROM read.account_balances')).rowCount === 2, 20_000)
      expect(await ready(address)).toMatchObject({ status: 'ready', projection: { caughtUp: true } })
    } finally {
      await Promise.all([pool.end(), store.close()])
      for (const child of started) child.kill('SIGTERM')
      await Promise.all(started.map(ended))
      await services.close()
    }
  })

  it('npm start --dev serves pages by vite with working sign-in, restarts the API when its code changes, and leaves nothing behind', async () => {
    const { child, address } = await run({ HATIK_DEMO: 'on' }, [process.execPath, start, '--dev'])
    const pages = `http://localhost:${Number(new URL(address).port) + 1}`
    expect(await (await fetch(pages)).text()).toContain('/@vite/client')
    const cookie = await signIn(pages)
    const serverOf = () => childrenOf(childOf(child, 'services/api/server.ts'))[0]?.pid
    const before = serverOf()
    const changed = join(repository, 'services/api/app.ts')
    utimesSync(changed, new Date(), new Date())
    await eventually(() => serverOf() !== undefined && serverOf() !== before)
    await eventually(async () => (await ready(pages).catch(() => undefined))?.status === 'ready')
    expect(await pointsOf(pages, cookie)).toBeDefined()
    child.kill('SIGTERM')
    await ended(child)
    expect(processesOn(dataDir)).toEqual([])
  })

  it('npm start stops in order on a Ctrl-C that reaches npm, shell and itself, while another instance runs', async () => {
    const other = openFolder()
    const beside = await run({ HATIK_DATA_DIR: other })
    const { child } = await run({}, ['npm', 'start'])
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended(child)
    await eventually(() => processesOn(dataDir).length === 0)
    // Removed only by an orderly stop.
    await eventually(() => !existsSync(join(dataDir, 'supervisor.pid')))
    expect(await ready(beside.address)).toMatchObject({ status: 'ready' })
    beside.child.kill('SIGTERM')
    await ended(beside.child)
    rmSync(other, { recursive: true, force: true })
  })
}, 180_000)

/** As root, PostgreSQL runs as nobody and must enter the folder. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hatik-start-'))
  chmodSync(folder, 0o711)
  return folder
}

async function ready(address: string): Promise<{ status: string }> {
  return (await (await fetch(`${address}/api/health/ready`)).json()) as { status: string }
}

/** With this address as origin, though localhost is printed. */
async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'ani@hatik.test', password: 'Hatik-demo-1' }),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function pointsOf(address: string, cookie: string): Promise<unknown> {
  const me = (await (await fetch(`${address}/api/auth/me`, { headers: { cookie } })).json()) as {
    id?: number
    user?: { id: number }
  }
  const answer = await fetch(`${address}/api/buyer/${me.user?.id ?? me.id}/points`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** PostgreSQL roles of the processes on this data folder. */
async function rolesAtWork(folder: string): Promise<string[]> {
  const [port, password] = ['port', 'password'].map((name) =>
    readFileSync(join(folder, 'postgres', name), 'utf8').trim(),
  )
  const pool = createPool(`postgres://hatik:${password}@127.0.0.1:${port}/hatik`, { max: 1, name: 'test' })
  try {
    const { rows } = await pool.query<{ role: string }>(
      `SELECT DISTINCT usename AS role FROM pg_stat_activity WHERE application_name LIKE 'hatik-%' ORDER BY 1`,
    )
    return rows.map(({ role }) => role)
  } finally {
    await pool.end()
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

async function eventually(holds: () => boolean | Promise<boolean>, waitMs = 120_000): Promise<void> {
  const startedAt = Date.now()
  while (!(await holds())) {
    if (Date.now() - startedAt > waitMs) throw new Error(`Not so after ${waitMs} ms: ${holds.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Living processes whose command line, environment or working folder names the folder. */
function processesOn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && !isZombie(pid))
    .filter((pid) => ['cmdline', 'environ'].some((file) => readProc(pid, file).includes(folder)))
}

function childrenOf(parent: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && Number(statField(pid, 1)) === parent && !isZombie(pid))
    .map((pid) => ({ pid, command: readProc(pid, 'cmdline') }))
}

function findChild(child: ChildProcess, part: string): number | undefined {
  return childrenOf(child.pid ?? 0).find(({ command }) => command.includes(part))?.pid
}

function childOf(child: ChildProcess, part: string): number {
  const pid = findChild(child, part)
  if (pid === undefined) throw new Error(`${part} does not run`)
  return pid
}

function isZombie(pid: number): boolean {
  return statField(pid, 0) === 'Z'
}

/** 0 is the state, 1 the parent. */
function statField(pid: number, field: number): string | undefined {
  const stat = readProc(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[field]
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
