/** Encodes ReadReq with the client's generated classes: one request serves many events. */
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LogPosition } from './read-reply.ts'

export type ReadDirection = 'forwards' | 'backwards'

/** Inclusive forwards; exclusive backwards and in subscriptions. */
export type LogPlace = 'start' | 'end' | LogPosition

export const placeOf = (position: bigint): LogPosition => ({ commit: position, prepare: position })

type Options = InstanceType<typeof streams.ReadReq.Options>

/** `fromRevision` is inclusive. */
export function streamRequest(stream: string, fromRevision: number, maxCount: number): Uint8Array {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  const from = new streams.ReadReq.Options.StreamOptions()
  from.setStreamIdentifier(identifier)
  from.setRevision(String(fromRevision))
  return request((options) => {
    options.setStream(from)
    options.setCount(String(maxCount))
    options.setReadDirection(FORWARDS)
    options.setNoFilter(new shared.Empty())
  })
}

/** `$all` cannot be filtered. */
export function logRequest(from: LogPlace, direction: ReadDirection, maxCount: number): Uint8Array {
  return request((options) => {
    options.setAll(all(from))
    options.setCount(String(maxCount))
    options.setReadDirection(direction === 'forwards' ? FORWARDS : BACKWARDS)
    options.setNoFilter(new shared.Empty())
  })
}

/** `window`: unmatched events until the server checks in; a checkpoint every `checkpointWindows` windows. */
export type LogFilter = { prefixes: readonly string[]; window: number; checkpointWindows: number }

/** Endless, filtered by stream prefix. */
export function subscriptionRequest(from: LogPlace, { prefixes, window, checkpointWindows }: LogFilter): Uint8Array {
  const named = new streams.ReadReq.Options.FilterOptions.Expression()
  named.setPrefixList([...prefixes])
  const filter = new streams.ReadReq.Options.FilterOptions()
  filter.setStreamIdentifier(named)
  filter.setMax(window)
  filter.setCheckpointintervalmultiplier(checkpointWindows)
  return request((options) => {
    options.setAll(all(from))
    options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
    options.setFilter(filter)
  })
}

const FORWARDS = 0
const BACKWARDS = 1

function all(from: LogPlace): InstanceType<typeof streams.ReadReq.Options.AllOptions> {
  const options = new streams.ReadReq.Options.AllOptions()
  if (from === 'start') options.setStart(new shared.Empty())
  else if (from === 'end') options.setEnd(new shared.Empty())
  else {
    const position = new streams.ReadReq.Options.Position()
    position.setCommitPosition(String(from.commit))
    position.setPreparePosition(String(from.prepare))
    options.setPosition(position)
  }
  return options
}

function request(fill: (options: Options) => void): Uint8Array {
  const uuids = new streams.ReadReq.Options.UUIDOption()
  uuids.setString(new shared.Empty())
  const options = new streams.ReadReq.Options()
  options.setUuidOption(uuids)
  fill(options)
  const message = new streams.ReadReq()
  message.setOptions(options)
  return message.serializeBinary()
}
