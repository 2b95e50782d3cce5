import { pino, stdSerializers, type Logger } from 'pino'

const STANDARD_OUTPUT = 1

/** What an error of PostgreSQL says of people's rows: the one that it refused, and what a function was called with or made of it. */
const OF_ROWS = new Set(['detail', 'where', 'internalQuery'])

type Written = Record<string, unknown>
const isError = (value: unknown): value is Written => typeof value === 'object' && value !== null && 'type' in value && 'stack' in value

/** An error as pino writes it, and those that it holds, without anybody's row (H25). */
function withoutRows(error: unknown): unknown {
  if (Array.isArray(error)) return error.map(withoutRows)
  if (!isError(error)) return error
  const kept = Object.entries(error).filter(([name]) => error['type'] !== 'DatabaseError' || !OF_ROWS.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRows(value)]))
}

/**
 * The log of a process, JSON lines on standard output. Written at once, not in the background: what is still in the background when a process ends
 * is written while it ends, and where nobody reads any more (its supervisor was killed), pino 10.4 tries that for ever.
 *
 * Redis's client hangs the command on an error: what it was asked with may be a session or its own password, and is left out.
 */
export function createLog({ level, base }: { level: string; base: Record<string, string> }): Logger {
  const serializers = { err: (error: Error) => withoutRows(stdSerializers.err(error)) }
  return pino({ level, base, serializers, redact: { paths: ['err.command.args'], remove: true } }, pino.destination({ dest: STANDARD_OUTPUT, sync: true }))
}
