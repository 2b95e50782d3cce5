/** The children's logs: one file each, the last start's kept beside it, serious lines shown on the terminal too. */
import { chmodSync, createWriteStream, mkdirSync, renameSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { LogLine } from './child.ts'

/** A log may name a person where nobody thought of it. */
const ownerAlone = 0o600
const maxBytes = 50 * 1024 * 1024

export interface Logs {
  of: (name: string) => LogLine
  close: () => void
}

/** Opens the folder. `show` gets what a person should see, as `name: message`. */
export function openLogs(folder: string, show: (line: string) => void): Logs {
  mkdirSync(folder, { recursive: true })
  const files = new Map<string, WriteStream>()
  return {
    of: (name) => {
      const path = join(folder, `${name}.log`)
      const begin = (): WriteStream => {
        const file = append(path)
        files.set(name, file)
        return file
      }
      setAside(path)
      let file = begin()
      let bytes = 0
      return (line) => {
        bytes += line.length + 1
        if (bytes > maxBytes) {
          file.end()
          setAside(path)
          bytes = 0
        }
        // Ended, or broken by a disk that was full: there may be room by now, and what happened then is what somebody will ask for.
        if (!file.writable) file = begin()
        file.write(`${line}\n`)
        const message = seriousMessage(line)
        if (message !== undefined) show(`${name}: ${message}`)
      }
    },
    close: () => {
      for (const file of files.values()) file.end()
    },
  }
}

/** One that is gone, or cannot be moved, is written on: a log must not end the supervisor, and with it everything that it keeps running. */
function setAside(path: string): void {
  try {
    chmodSync(path, ownerAlone)
    renameSync(path, `${path}.1`)
  } catch {
    // Tried again when it has grown by as much.
  }
}

function append(path: string): WriteStream {
  const file = createWriteStream(path, { flags: 'a', mode: ownerAlone })
  // A full disk must not end the supervisor, which could then no longer stop its children in order.
  file.on('error', () => {})
  return file
}

const pinoError = 50
/** What PostgreSQL says to each connection while it ends, begins or was killed: dozens of lines, of which the supervisor's own says all. */
const ofOneConnection = /FATAL: {2}(the database system is |terminating connection |connection to client lost)/

/** The part of a log line that a person should see now, undefined for the ordinary ones. */
export function seriousMessage(line: string): string | undefined {
  if (line.startsWith('{')) {
    try {
      const entry = JSON.parse(line) as { level?: number; msg?: string; reason?: unknown; err?: { message?: string } }
      if ((entry.level ?? 0) < pinoError) return undefined
      return [entry.msg, entry.reason, entry.err?.message]
        .filter((part) => typeof part === 'string' && part !== '')
        .join(': ')
    } catch {
      return undefined
    }
  }
  if (ofOneConnection.test(line)) return undefined
  return /\b(FATAL|PANIC|Uncaught|Error):/.test(line) ? line : undefined
}
