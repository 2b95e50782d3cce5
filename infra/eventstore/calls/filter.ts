/** Filters of `$all`, by prefixes or a regular expression. */
import type streams from '@eventstore/db-client/generated/streams_pb.js'

export type EventFilter = (event: { stream: string; type: string }) => boolean

export type FilterPlan = {
  matches: EventFilter
  /** Events per checkpoint, matching or not. */
  checkpointEvery: number
}

/** The real server's default. */
const DEFAULT_WINDOW = 32

type FilterOptions = InstanceType<typeof streams.ReadReq.Options.FilterOptions>

/** Throws a SyntaxError for a bad regular expression and a RangeError for an empty window. */
export function planFilter(options: FilterOptions): FilterPlan {
  const byStream = options.getStreamIdentifier()
  const expression = byStream ?? options.getEventType()
  if (!expression) throw new RangeError('A filter needs an expression')
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW
  const checkpointEvery = window * options.getCheckpointintervalmultiplier()
  if (checkpointEvery < 1) throw new RangeError('The filter window and the checkpoint interval must be above zero')

  const matchesText = textFilter(expression.getPrefixList(), expression.getRegex())
  return { matches: byStream ? ({ stream }) => matchesText(stream) : ({ type }) => matchesText(type), checkpointEvery }
}

/** Prefixes take precedence. JavaScript's regular expressions differ slightly from .NET's. */
export function textFilter(prefixes: readonly string[], regex: string): (text: string) => boolean {
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix))
  const pattern = new RegExp(regex, 'u')
  return (text) => pattern.test(text)
}
