import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerContext } from '../context.ts'
import { readableStreamName } from './decode.ts'
import { type CallError, invalidArgument } from './errors.ts'
import { type FilterPlan, planFilter } from './filter.ts'
import type { StoredEvent, StreamHead } from '../log/model.ts'

export type Options = InstanceType<typeof streams.ReadReq.Options>
export type FrameOf = (event: StoredEvent) => Buffer

/** Ends a read with a status, sent as trailers. */
export class ReadRefusal extends Error {
  readonly callError: CallError
  constructor(error: CallError) {
    super(error.details)
    this.callError = error
  }
}

export async function headOf(context: ServerContext, stream: string): Promise<StreamHead> {
  return context.writer.knownHead(stream) ?? (await context.reader.head(stream))
}

/** Throws ReadRefusal. */
export function streamName(options: Options): string {
  const bytes = options.getStream()?.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()
  if (bytes.length === 0) throw new ReadRefusal(invalidArgument('A stream name is required'))
  try {
    return readableStreamName(bytes)
  } catch (error) {
    throw new ReadRefusal(invalidArgument((error as Error).message))
  }
}

export type StartingPoint = number | 'start' | 'end'

/** Capped, because PostgreSQL rejects numbers above 2^63. */
export function revisionOf(options: Options): StartingPoint {
  const stream = options.getStream()
  if (stream?.hasRevision()) return Math.min(Number(stream.getRevision()), Number.MAX_SAFE_INTEGER)
  return stream?.hasEnd() ? 'end' : 'start'
}

/** 'nowhere': a position without an event. 'beyond': after the newest event. */
export async function allPosition(
  context: ServerContext,
  options: Options,
): Promise<number | 'end' | 'nowhere' | 'beyond'> {
  const all = options.getAll()
  if (all?.hasEnd()) return 'end'
  const position = all?.getPosition()
  if (!position) return 0
  const commit = Number(position.getCommitPosition())
  const known =
    position.getCommitPosition() === position.getPreparePosition() &&
    Number.isSafeInteger(commit) &&
    (await wasIssued(context, commit))
  if (known) return commit
  return commit > context.writer.tail.head ? 'beyond' : 'nowhere'
}

async function wasIssued({ writer, reader }: ServerContext, position: number): Promise<boolean> {
  if (!writer.tail.spans(position)) return reader.wasIssued(position)
  return writer.tail.after(position - 1, 1)[0]?.position === position
}

/** Throws ReadRefusal for an invalid filter. */
export function filterOf(options: Options): FilterPlan | null {
  const filter = options.getFilter()
  if (!filter) return null
  try {
    return planFilter(filter)
  } catch (error) {
    throw new ReadRefusal(invalidArgument((error as Error).message))
  }
}
