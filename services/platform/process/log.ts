import { pino, stdSerializers, type Logger } from 'pino'

const STANDARD_OUTPUT = 1

/** Fields that may hold people's data: the refused row, function arguments or results. */
const OF_ROWS = new Set(['detail', 'where', 'internalQuery'])

type Written = Record<string, unknown>
const isObject = (value: unknown): value is Written => typeof value === 'object' && value !== null
const isError = (value: unknown): value is Written => isObject(value) && 'type' in value && 'stack' in value

/** Arguments may be a session or Redis's password. */
const withoutArguments = ({ args: _args, ...command }: Written): Written => command

/**
 * Strips row data (H25) and command arguments. Nested errors are serialised here, because pino skips those in lists, as
 * Redis's `previousErrors`.
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

/** Synchronous: otherwise pino 10.4 flushes at exit, and retries forever if the reader was killed. */
export function createLog({ level, base }: { level: string; base: Record<string, string> }): Logger {
  const serializers = { err: (error: Error) => withoutSecrets(stdSerializers.err(error), [error]) }
  return pino({ level, base, serializers }, pino.destination({ dest: STANDARD_OUTPUT, sync: true }))
}
