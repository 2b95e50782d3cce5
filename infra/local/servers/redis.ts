/**
 * Real Redis without Docker and without installing anything: a server on the PATH, else the distribution's own package
 * unpacked into `.cache/redis` (no service, no root). Redis holds doorbells, sessions and counters, never the truth.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { keptText, writeWhole } from '#platform/files/kept-file.ts'
import { startChild, untilReady, type LogLine } from '../child.ts'
import type { RunningServer } from './postgres.ts'
import { freePort, readNumber, rememberedPort } from '../ports.ts'
import { redisServer } from './redis-binary.ts'

export interface RedisOptions {
  /** The folder for the append-only file, the remembered port and the password. Made when missing. */
  dataDir: string
  log?: LogLine | undefined
}

const OWNER_ALONE = 0o700
const startAttempts = 5
const readyWaitMs = 20_000

/**
 * Starts Redis on 127.0.0.1, open to whoever has the password in its address: who writes sessions is whoever he says, and every user of the machine
 * reaches the port. Throws with the way out where no server can be had.
 */
export async function startRedis({ dataDir, log }: RedisOptions): Promise<RunningServer> {
  mkdirSync(dataDir, { recursive: true })
  // Redis opens its files to every user of the machine, and they hold whose sessions there are and on which devices.
  chmodSync(dataDir, OWNER_ALONE)
  const { command, libraryPath } = redisServer(log)
  const password = keptText(join(dataDir, 'password'), () => randomBytes(24).toString('hex'))
  // In a file of its owner's alone: everybody on the machine may read a command line.
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
      if (child.hasExited()) throw new Error(`${await child.exited}: another server answers on port ${port}`)
      writeFileSync(join(dataDir, 'redis.pid'), `${child.pid}\n`)
      const url = `redis://:${password}@127.0.0.1:${port}`
      return { url, port, pid: child.pid, exited: child.exited, stop: child.stop, kill: child.kill }
    } catch (error) {
      await child.kill()
      if (attempt >= startAttempts) throw error
    }
  }
}

/** PONG only once the append-only file is loaded: until then Redis answers "-LOADING". Another server on the port refuses the password. */
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

/** Redis locks nothing: a server of an earlier start would write the same files. The kernel has normally ended it already. */
async function endLeftover(dataDir: string): Promise<void> {
  const pid = readNumber(join(dataDir, 'redis.pid'))
  if (pid === undefined) return
  for (let waitedMs = 0; worksIn(pid, dataDir) && waitedMs < 10_000; waitedMs += 100) {
    if (waitedMs === 500) process.kill(pid, 'SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The number may belong to something else since, even to another Redis: only one that works in this folder is meant. */
function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}
