/**
 * A child process that must not outlive its parent: `setpriv --pdeathsig` lets the kernel end it, even after kill -9.
 * Without setpriv, our own children notice the closed `ipc` channel.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

export type LogLine = (line: string) => void

export interface ChildOptions {
  /** For messages, e.g. "PostgreSQL". */
  name: string
  command: string
  args: string[]
  env?: Record<string, string | undefined>
  cwd?: string
  uid?: number
  gid?: number
  ipc?: boolean
  log?: LogLine | undefined
  /** For a clean stop; also sent by the kernel when the parent dies. */
  stopSignal: 'SIGINT' | 'SIGTERM'
  /** Ms before a stop becomes a kill. */
  stopWaitMs: number
}

export interface Child {
  pid: number
  /** Resolves with a sentence once the child has ended. */
  exited: Promise<string>
  hasExited: () => boolean
  lastLines: () => string[]
  /** Kills it after `stopWaitMs`. */
  stop: () => Promise<void>
  kill: () => Promise<void>
}

const keptLines = 40
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/** Rejects if the command cannot be run. */
export async function startChild(options: ChildOptions, onStdout?: LogLine): Promise<Child> {
  const bound = setpriv !== undefined && process.platform === 'linux'
  const signal = options.stopSignal.slice('SIG'.length)
  const command = bound ? setpriv : options.command
  const args = bound ? ['--pdeathsig', signal, options.command, ...options.args] : options.args
  const child: ChildProcess = spawn(command, args, {
    cwd: options.cwd,
    // Its own process group, so that Ctrl-C reaches only the supervisor, which ends its children in order.
    detached: true,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.ipc === true ? (['ipc'] as const) : [])],
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  })
  const lines: string[] = []
  const keep = (line: string): void => {
    lines.push(line)
    if (lines.length > keptLines) lines.shift()
    options.log?.(line)
  }
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      keep(line)
      onStdout?.(line)
    })
  }
  if (child.stderr) createInterface({ input: child.stderr }).on('line', keep)

  let gone = false
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, endedBy) => {
      gone = true
      resolve(`${options.name} ended ${endedBy === null ? `with code ${code}` : `by ${endedBy}`}`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) =>
      reject(new Error(`${options.name} could not be started: ${error.message}`, { cause: error })),
    )
  })

  const signalAndWait = async (first: NodeJS.Signals): Promise<void> => {
    if (gone) return
    child.kill(first)
    const timer = setTimeout(() => child.kill('SIGKILL'), options.stopWaitMs)
    await exited
    clearTimeout(timer)
  }
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => gone,
    lastLines: () => [...lines],
    stop: () => signalAndWait(options.stopSignal),
    kill: () => signalAndWait('SIGKILL'),
  }
}

/**
 * Throws with the last lines if the child ends first or `waitMs` pass, and then kills it. Uses the monotonic clock,
 * because the wall clock may be corrected at boot.
 */
export async function untilReady(
  child: Child,
  name: string,
  waitMs: number,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    if (child.hasExited()) throw new Error(`${await child.exited}:\n${child.lastLines().join('\n')}`)
    if (await isReady()) return
    if (performance.now() - startedAt > waitMs) {
      await child.kill()
      throw new Error(`${name} was not ready after ${waitMs} ms:\n${child.lastLines().join('\n')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
