import type { Writable } from 'node:stream'
import type { Logger } from 'pino'
import type { CallError } from './calls/errors.ts'
import type { Faults } from './faults.ts'
import type { LogReader } from './log/log-store.ts'
import type { Writer } from './log/writer.ts'

/** Shared by the handlers of calls. */
export type ServerContext = {
  writer: Writer
  reader: LogReader
  faults: Faults
  log: Logger
  notLeader: (authority: string) => CallError
  /** Tracks a streaming call until it closes; the returned function ends it with an error, once. */
  track: (call: Writable, ended: () => void) => (error: CallError) => void
  trackUnary: (fail: (error: CallError) => void) => () => void
}
