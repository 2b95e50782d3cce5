/** Log files of the children, one each plus the previous; errors are also shown on the terminal. */
import { chmodSync, createWriteStream, mkdirSync, renameSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { LogLine } from './child.ts'

/** Logs may contain personal data. */
const ownerAlone = 0o600
const maxBytes = 50 * 1024 * 1024

export interface Logs {
  of: (name: string) => LogLine
  close: () => void
}

/** `show` gets errors as `name: message`. */
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
        // Reopens the file, e.g. after a full disk.
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

/** Appends to the file if it cannot be moved, because a log must not end the supervisor. */
function setAside(path: string): void {
  try {
    chmodSync(path, ownerAlone)
    renameSync(path, `${path}.1`)
  } catch {
    // Retried after the same growth.
  }
}

function append(path: string): WriteStream {
  const file = createWriteStream(path, { flags: 'a', mode: ownerAlone })
  // An unhandled error on a full disk would end the supervisor without its children.
  file.on('error', () => {})
  return file
}

const pinoError = 50
/** PostgreSQL's messages per connection at start and end; the supervisor reports these once. */
const ofOneConnection = /FATAL: {2}(the database system is |terminating connection |connection to client lost)/

/** Undefined for ordinary lines. */
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
