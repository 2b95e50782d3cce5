/** What every command here does alike: it reads its words, and tells what went wrong in words for whoever typed them, without a stack. */
import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true; args: string[] }>>

/** How a command ends that was not understood, or was given what cannot work. */
export const MISUNDERSTOOD = 2

/**
 * The options and other words of a command line. Ends the process where it asks for help (0), and where it holds an option that there is not, one without
 * its value, or more than `most` other words (2): nothing may be done by a command that was only half understood.
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
    return misunderstood(usage, `Not understood: ${given.positionals.slice(most).join(' ')}`)
  } catch (error) {
    // Behind the first sentence node explains how a file is named that begins with a dash.
    return misunderstood(usage, wordsOf(error).split('. ')[0])
  }
}

/** Ends the process with 2, having said why and how the command is called. */
export function misunderstood(usage: string, why?: string): never {
  console.error(why === undefined ? usage : `${why}\n\n${usage}`)
  process.exit(MISUNDERSTOOD)
}

/**
 * What an error says. One of `fetch` has the reason in its cause, and one of a name with several addresses has no words of its own, but those of each:
 * neither 'fetch failed' nor an empty line helps anybody.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && !error.message) return [...new Set(error.errors.map(wordsOf))].join('; ')
  if (error.message === 'fetch failed' && error.cause !== undefined) return wordsOf(error.cause)
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}
