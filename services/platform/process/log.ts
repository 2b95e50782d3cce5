import { pino, stdSerializers, type Logger } from 'pino'

const STANDARD_OUTPUT = 1

/** What an error of PostgreSQL says of people's rows: the one that it refused, and what a function was called with or made of it. */
const OF_ROWS = new Set(['detail', 'where', 'internalQuery'])

type Written = Record<string, unknown>
const isObject = (value: unknown): value is Written => typeof value === 'object' && value !== null
const isError = (value: unknown): value is Written => isObject(value) && 'type' in value && 'stack' in value

/** Redis's client hangs its command on an error: what it was asked with may be a session, or Redis's own password. */
const withoutArguments = ({ args: _args, ...command }: Written): Written => command

/**
 * An error as pino writes it, and those that it holds, without anybody's row (H25) and without the arguments of a command. pino leaves errors in a
 * list as they are (Redis's client has one of `previousErrors`), so these are brought into its form here. `above`: those that hold it.
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
 * The log of a process, JSON lines on standard output. Written at once, not in the background: what is still in the background when a process ends
 * is written while it ends, and where nobody reads any more (its supervisor was killed), pino 10.4 tries that for ever.
 */
export function createLog({ level, base }: { level: string; base: Record<string, string> }): Logger {
  const serializers = { err: (error: Error) => withoutSecrets(stdSerializers.err(error), [error]) }
  return pino({ level, base, serializers }, pino.destination({ dest: STANDARD_OUTPUT, sync: true }))
}
