import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true; args: string[] }>>

/** Exit code for invalid arguments. */
export const MISUNDERSTOOD = 2

/**
 * Parses a command line with at most `most` positional words. Exits with 0 after --help, and with 2 for invalid
 * arguments, so that no command runs half understood.
 */
export function readCommandLine<O extends Options>(
  usage: string,
  options: O,
  most: number,
  args = process.argv.slice(2),
): Given<O> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    const given = parseArgs({ args, options, allowPositionals: true as const })
    if (given.positionals.length <= most) return given
    return misunderstood(usage, `Unexpected arguments: ${given.positionals.slice(most).join(' ')}`)
  } catch (error) {
    // Node's further sentences explain file names with a leading dash.
    return misunderstood(usage, wordsOf(error).split('. ')[0])
  }
}

/** Exits with 2 after printing the reason and the usage. */
export function misunderstood(usage: string, why?: string): never {
  console.error(why === undefined ? usage : `${why}\n\n${usage}`)
  process.exit(MISUNDERSTOOD)
}

/** An error's message. `fetch` hides the reason in its cause, and an AggregateError may have none of its own. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && !error.message) return [...new Set(error.errors.map(wordsOf))].join('; ')
  if (error.message === 'fetch failed' && error.cause !== undefined) return wordsOf(error.cause)
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}
