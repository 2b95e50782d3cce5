/** Server-side filters of `$all`: by stream name or event type, each by prefixes or by a regular expression. */
import type streams from '@eventstore/db-client/generated/streams_pb.js'

export type EventFilter = (event: { stream: string; type: string }) => boolean

export type FilterPlan = {
  matches: EventFilter
  /** A checkpoint is due when this many events were looked at, matching or not. */
  checkpointEvery: number
}

/** What the real server takes where the client names no window (eventstoredb.md 1.4, 11). */
const DEFAULT_WINDOW = 32

type FilterOptions = InstanceType<typeof streams.ReadReq.Options.FilterOptions>

/** Understands a filter. Throws a SyntaxError on a bad regular expression and a RangeError on a window of nothing. */
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

/** Prefixes win over the expression; the expression is JavaScript's, which is close to .NET's and not equal. */
export function textFilter(prefixes: readonly string[], regex: string): (text: string) => boolean {
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix))
  const pattern = new RegExp(regex, 'u')
  return (text) => pattern.test(text)
}
