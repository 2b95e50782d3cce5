/**
 * One child process of ours: its output line by line, its end as a promise, a gentle stop and a hard kill.
 *
 * A server must never outlive whoever started it, whatever ends the parent. `setpriv --pdeathsig` lets the kernel see to
 * that, even after kill -9 of the parent; where it is missing, the children that we wrote see it themselves, by their `ipc` channel.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

export type LogLine = (line: string) => void

export interface ChildOptions {
  /** The word used in messages, such as "PostgreSQL". */
  name: string
  command: string
  args: string[]
  env?: Record<string, string | undefined>
  cwd?: string
  uid?: number
  gid?: number
  /** Opens an IPC channel: the child sees its parent's death as a disconnect. */
  ipc?: boolean
  log?: LogLine | undefined
  /** The signal of a clean stop, also sent by the kernel when the parent dies. */
  stopSignal: 'SIGINT' | 'SIGTERM'
  /** How long a clean stop may take before it is killed. */
  stopWaitMs: number
}

export interface Child {
  pid: number
  /** Resolves with a sentence once the child has ended, for whatever reason. */
  exited: Promise<string>
  hasExited: () => boolean
  /** The last lines it wrote, for the message of an early end. */
  lastLines: () => string[]
  /** Asks it to end, and kills it when it does not within `stopWaitMs`. */
  stop: () => Promise<void>
  /** SIGKILL, as a crash. Resolves when it is gone. */
  kill: () => Promise<void>
}

const keptLines = 40
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/** Starts the child. Rejects where the command cannot be run at all. */
export async function startChild(options: ChildOptions, onStdout?: LogLine): Promise<Child> {
  const bound = setpriv !== undefined && process.platform === 'linux'
  const signal = options.stopSignal.slice('SIG'.length)
  const command = bound ? setpriv : options.command
  const args = bound ? ['--pdeathsig', signal, options.command, ...options.args] : options.args
  const child: ChildProcess = spawn(command, args, {
    cwd: options.cwd,
    // A group of its own: Ctrl-C reaches the supervisor alone, which then ends its children in order.
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
      reject(new Error(`${options.name} cannot be started: ${error.message}`, { cause: error })),
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
 * Waits until `isReady` answers true. Throws when the child ends first or `waitMs` pass, with the last lines it wrote
 * (and kills it in the second case). By a clock that nobody sets: a machine that starts is one whose clock is corrected.
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
