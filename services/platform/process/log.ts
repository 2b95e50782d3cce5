import { pino, stdSerializers, type Logger } from 'pino'

const STANDARD_OUTPUT = 1

/**
 * Fields of a PostgreSQL error that may contain people's data: the refused row, and a function's arguments or results.
 */
const OF_ROWS = new Set(['detail', 'where', 'internalQuery'])

type Written = Record<string, unknown>
const isObject = (value: unknown): value is Written => typeof value === 'object' && value !== null
const isError = (value: unknown): value is Written => isObject(value) && 'type' in value && 'stack' in value

/** Redis errors carry their command, whose arguments may be a session or Redis's password. */
const withoutArguments = ({ args: _args, ...command }: Written): Written => command

/**
 * An error in pino's form without row data (H25) and command arguments; `above` are the enclosing errors. Nested errors
 * are serialised here, because pino leaves those in lists as they are, such as Redis's `previousErrors`.
 */
function withoutSecrets(error: unknown, above: readonly unknown[]): unknown {
  if (above.includes(error)) return undefined
  const inside = [...above, error]
  if (Array.isArray(error)) return error.map((each) => withoutSecrets(each, inside))
  if (error instanceof Error) return withoutSecrets(stdSerializers.err(error), inside)
  if (!isError(error)) return error
  const kept = Object.entries(error).filter(([name]) => error['type'] !== 'DatabaseError' || !OF_ROWS.has(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'command' && isObject(value) ? withoutArguments(value) : withoutSecrets(value, inside),
    ]),
  )
}

/**
 * The process log: JSON lines on standard output. Written synchronously: pino 10.4 otherwise flushes at exit, and
 * retries that forever if nobody reads any more (its supervisor was killed).
 */
export function createLog({ level, base }: { level: string; base: Record<string, string> }): Logger {
  const serializers = { err: (error: Error) => withoutSecrets(stdSerializers.err(error), [error]) }
  return pino({ level, base, serializers }, pino.destination({ dest: STANDARD_OUTPUT, sync: true }))
}
