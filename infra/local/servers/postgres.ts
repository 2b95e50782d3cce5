/**
 * PostgreSQL without Docker or installation: the npm package's binaries with our own data folder, on 127.0.0.1, without
 * a Unix socket. For `npm start` and tests.
 */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { textIn, writeWhole } from '#platform/files/durable-file.ts'
import { startChild, untilReady, type Child, type LogLine } from '../child.ts'
import { createDatabase } from './database.ts'
import { freePort, readNumber, rememberedPort } from '../ports.ts'
import { postgresOwner, runAsOwner, serverFolder, type Owner } from './postgres-binaries.ts'
import { reachableFolder } from '../reachable-folder.ts'

export interface PostgresOptions {
  /** Holds the cluster, its port and its password. Created if missing. */
  dataDir: string
  log?: LogLine | undefined
  /** 'off' only for tests, whose data may be lost. */
  fsync?: 'on' | 'off'
  /** Additional settings, `name=value`, which override ours. */
  settings?: readonly string[]
}

export interface RunningServer {
  url: string
  port: number
  pid: number
  exited: Promise<string>
  stop: () => Promise<void>
  kill: () => Promise<void>
}

const superuser = 'hatik'
const database = 'hatik'
const startAttempts = 8
/** Server messages if another process took the port after our check. */
const PORT_TAKEN = /could not bind|could not create any TCP/
const readyWaitMs = 60_000

/**
 * Starts the cluster in `dataDir`, created if missing, with the database "hatik". Throws if another running server uses
 * the folder, or without binaries.
 */
export async function startPostgres({
  dataDir,
  log,
  fsync = 'on',
  settings = [],
}: PostgresOptions): Promise<RunningServer> {
  mkdirSync(dataDir, { recursive: true })
  const owner = postgresOwner()
  // The server's user must enter the folder; its files stay private.
  if (owner) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  const binaries = serverFolder(owner)
  const cluster = reachableFolder(join(dataDir, 'cluster'), owner)
  const passwordFile = join(dataDir, 'password')
  const made = join(dataDir, 'cluster.made')
  if (!existsSync(made)) {
    const first = newPassword()
    writeWhole(passwordFile, first)
    makeCluster(binaries, cluster, first, owner, fsync)
    writeWhole(made, `${new Date().toISOString()}\n`)
  }
  await endLeftover(dataDir, cluster)
  const password = textIn(passwordFile) || replacePassword(binaries, cluster, passwordFile, owner)

  for (let attempt = 1, isTaken = false; ; attempt += 1) {
    const port = isTaken ? await freePort() : await rememberedPort(join(dataDir, 'port'))
    writeFileSync(join(dataDir, 'port'), `${port}\n`)
    try {
      const child = await startServer(binaries, cluster, port, owner, { fsync, settings }, log)
      writeFileSync(join(dataDir, 'owner.pid'), `${process.pid}\n`)
      const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
      await createDatabase(url).catch(async (error: unknown) => {
        await child.stop()
        throw error
      })
      return { url, port, pid: child.pid, exited: child.exited, stop: child.stop, kill: child.kill }
    } catch (error) {
      // Right after a crash, old backends may still hold shared memory; another port would restart all dependents, so
      // retry the same.
      if (attempt >= startAttempts) throw error
      isTaken = PORT_TAKEN.test(String(error))
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt))
    }
  }
}

async function startServer(
  binaries: string,
  cluster: string,
  port: number,
  owner: Owner | undefined,
  { fsync, settings: others }: Required<Pick<PostgresOptions, 'fsync' | 'settings'>>,
  log: LogLine | undefined,
): Promise<Child> {
  let accepts = false
  const watch: LogLine = (line) => {
    if (line.includes('database system is ready to accept connections')) accepts = true
    log?.(line)
  }
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=128MB',
    'lc_messages=C',
    // The detail of a rejected row contains its values: mail addresses and names.
    'log_error_verbosity=terse',
    'timezone=UTC',
    'log_timezone=UTC',
    `fsync=${fsync}`,
    ...(fsync === 'off' ? ['full_page_writes=off', 'synchronous_commit=off'] : []),
    // Later settings override earlier ones.
    ...others,
  ]
  const child = await startChild({
    name: 'PostgreSQL',
    command: join(binaries, 'bin/postgres'),
    args: ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    env: { ...serverEnv(), ...keptMemory, PGDATA: cluster },
    cwd: '/',
    log: watch,
    stopSignal: 'SIGINT',
    stopWaitMs: 20_000,
    ...owner,
  })
  await untilReady(child, 'PostgreSQL', readyWaitMs, () => Promise.resolve(accepts))
  return child
}

/**
 * Keeps freed memory, up to 16 MiB per connection: glibc otherwise returns it after each short statement, which took up
 * to two fifths of processor time.
 */
const keptMemory = {
  MALLOC_TOP_PAD_: String(1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 ** 2),
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 ** 2),
}

/** English messages, which are parsed above, and without the caller's PG* variables. */
function serverEnv(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

/** Creates a cluster with locale-independent collation and case rules, clearing a partial one first. */
function makeCluster(
  binaries: string,
  cluster: string,
  password: string,
  owner: Owner | undefined,
  fsync: 'on' | 'off',
): void {
  for (const entry of readdirSync(cluster)) rmSync(join(cluster, entry), { recursive: true, force: true })
  const passwordFile = `${cluster}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    if (owner) chownSync(passwordFile, owner.uid, owner.gid)
    const builtin = serverVersion(binaries, owner) >= 18
    const locale = builtin
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=PG_UNICODE_FAST']
      : ['--locale=C.UTF-8']
    const args = ['-D', cluster, '-U', superuser, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
    const sync = fsync === 'off' ? ['--no-sync'] : []
    runAsOwner(join(binaries, 'bin/initdb'), [...args, ...locale, ...sync, '--data-checksums'], owner, serverEnv())
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function serverVersion(binaries: string, owner: Owner | undefined): number {
  const answer = runAsOwner(join(binaries, 'bin/postgres'), ['--version'], owner, serverEnv())
  return Number.parseInt(/(\d+)/.exec(answer)?.[1] ?? '0', 10)
}

function newPassword(): string {
  return randomBytes(18).toString('hex')
}

/**
 * Resets the superuser's lost password in single-user mode, which needs no more than write access to the folder. Safe
 * to repeat.
 */
function replacePassword(binaries: string, cluster: string, passwordFile: string, owner: Owner | undefined): string {
  const password = newPassword()
  const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres']
  runAsOwner(
    join(binaries, 'bin/postgres'),
    args,
    owner,
    serverEnv(),
    `ALTER ROLE ${superuser} PASSWORD '${password}'\n`,
  )
  writeWhole(passwordFile, password)
  return password
}

/**
 * Ends a server that outlived its parent (machines without setpriv). Throws if its parent is alive, because it belongs
 * to another instance.
 */
async function endLeftover(dataDir: string, cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const pid = readNumber(lockFile)
  if (pid === undefined) return
  const startedAt = performance.now()
  while (isServerOf(pid, cluster)) {
    const ownerPid = readNumber(join(dataDir, 'owner.pid'))
    if (ownerPid !== undefined && ownerPid !== process.pid && isAlive(ownerPid)) {
      throw new Error(`${dataDir} is in use by process ${ownerPid}. Set another HATIK_DATA_DIR or stop that process.`)
    }
    const waitedMs = performance.now() - startedAt
    if (waitedMs > 1000) process.kill(pid, waitedMs > 15_000 ? 'SIGQUIT' : 'SIGINT')
    if (waitedMs > 30_000) throw new Error(`The leftover PostgreSQL server ${pid} of ${cluster} does not stop`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  rmSync(lockFile, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The pid may be reused, so the command line must name the folder. */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
  } catch {
    return false
  }
}
