/**
 * Redis without Docker or installation: from the PATH, else the distribution's package in `.cache/redis`. It holds
 * wake-ups, sessions and counters only.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { durableText, writeWhole } from '#platform/files/durable-file.ts'
import { startChild, untilReady, type LogLine } from '../child.ts'
import type { RunningServer } from './postgres.ts'
import { freePort, readNumber, rememberedPort } from '../ports.ts'
import { redisServer } from './redis-binary.ts'

export interface RedisOptions {
  /** Holds the append-only file, port and password. Created if missing. */
  dataDir: string
  log?: LogLine | undefined
}

const OWNER_ALONE = 0o700
const startAttempts = 5
const readyWaitMs = 20_000

/**
 * Starts Redis on 127.0.0.1 with a password, because local users reach the port and could forge sessions. Throws with
 * instructions without a server.
 */
export async function startRedis({ dataDir, log }: RedisOptions): Promise<RunningServer> {
  mkdirSync(dataDir, { recursive: true })
  // Redis' files are world-readable and contain sessions and devices.
  chmodSync(dataDir, OWNER_ALONE)
  const { command, libraryPath } = redisServer(log)
  const password = durableText(join(dataDir, 'password'), () => randomBytes(24).toString('hex'))
  // In a private file, because command lines are public.
  const config = join(dataDir, 'redis.conf')
  writeWhole(config, `requirepass ${password}\n`)
  await endLeftover(dataDir)
  for (let attempt = 1; ; attempt += 1) {
    const port = attempt < 3 ? await rememberedPort(join(dataDir, 'port')) : await freePort()
    writeFileSync(join(dataDir, 'port'), `${port}\n`)
    const child = await startChild({
      name: 'Redis',
      command,
      args: [
        ...[
          config,
          '--bind',
          '127.0.0.1',
          '--port',
          String(port),
          '--dir',
          dataDir,
          '--databases',
          '512',
          '--daemonize',
          'no',
        ],
        ...['--maxmemory-policy', 'noeviction', '--appendonly', 'yes', '--save', '', '--loglevel', 'notice'],
      ],
      env: { ...process.env, ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }) },
      cwd: dataDir,
      log,
      stopSignal: 'SIGTERM',
      stopWaitMs: 10_000,
    })
    try {
      await untilReady(child, 'Redis', readyWaitMs, () => answersPing(port, password))
      if (child.hasExited()) throw new Error(`${await child.exited}: another server is listening on port ${port}`)
      writeFileSync(join(dataDir, 'redis.pid'), `${child.pid}\n`)
      const url = `redis://:${password}@127.0.0.1:${port}`
      return { url, port, pid: child.pid, exited: child.exited, stop: child.stop, kill: child.kill }
    } catch (error) {
      await child.kill()
      if (attempt >= startAttempts) throw error
    }
  }
}

/** True once the append-only file is loaded ("-LOADING" before); another server would refuse the password. */
function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1000 })
    let answers = ''
    const answer = (ready: boolean): void => {
      socket.destroy()
      resolve(ready)
    }
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`))
    socket.on('data', (bytes) => {
      answers += bytes.toString()
      if (answers.startsWith('-') || answers.split('\r\n').length > 2) answer(answers.startsWith('+OK\r\n+PONG\r\n'))
    })
    socket.once('error', () => answer(false))
    socket.once('timeout', () => answer(false))
    socket.once('close', () => answer(false))
  })
}

/** Ends an earlier server on the same files, which Redis does not lock. */
async function endLeftover(dataDir: string): Promise<void> {
  const pid = readNumber(join(dataDir, 'redis.pid'))
  if (pid === undefined) return
  for (let waitedMs = 0; worksIn(pid, dataDir) && waitedMs < 10_000; waitedMs += 100) {
    if (waitedMs === 500) process.kill(pid, 'SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The pid may be reused, so its working folder must match. */
function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}
