/** Encoded by the client's generated classes. */
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'

type Reply = InstanceType<typeof streams.ReadResp>
type Recorded = InstanceType<typeof streams.ReadResp.ReadEvent.RecordedEvent>

/** `inHalves`: id as two numbers. `described`: system metadata. */
export type EventForTests = {
  id: string
  inHalves: boolean
  stream: string
  revision: number
  position: bigint
  prepare: bigint
  described: { type?: string; 'content-type'?: string; created?: string; other?: string }
  data: Buffer
  metadata: Buffer
}

export function recorded({
  id,
  inHalves,
  stream,
  revision,
  position,
  prepare,
  described,
  data,
  metadata,
}: EventForTests): Recorded {
  const message = new streams.ReadResp.ReadEvent.RecordedEvent()
  message.setId(uuid(id, inHalves))
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  message.setStreamIdentifier(identifier)
  message.setStreamRevision(String(revision))
  message.setPreparePosition(String(prepare))
  message.setCommitPosition(String(position))
  for (const [key, value] of Object.entries(described)) message.getMetadataMap().set(key, value)
  message.setData(data)
  message.setCustomMetadata(metadata)
  return message
}

function uuid(id: string, inHalves: boolean): InstanceType<typeof shared.UUID> {
  const message = new shared.UUID()
  if (!inHalves) {
    message.setString(id)
    return message
  }
  const hex = id.replaceAll('-', '')
  const [high, low] = [hex.slice(0, 16), hex.slice(16)].map((half) => String(BigInt.asIntN(64, BigInt(`0x${half}`))))
  const halves = new shared.UUID.Structured()
  halves.setMostSignificantBits(high!)
  halves.setLeastSignificantBits(low!)
  message.setStructured(halves)
  return message
}

export function replyOf(fill: (reply: Reply) => void): Buffer {
  const reply = new streams.ReadResp()
  fill(reply)
  return Buffer.from(reply.serializeBinary())
}

/** Without `commitPosition`: as from a server without positions. */
export function eventReply(one?: Recorded, commitPosition?: string): Buffer {
  return replyOf((reply) => {
    const read = new streams.ReadResp.ReadEvent()
    if (one) read.setEvent(one)
    if (commitPosition === undefined) read.setNoPosition(new shared.Empty())
    else read.setCommitPosition(commitPosition)
    reply.setEvent(read)
  })
}

export function confirmation(name: string): Buffer {
  return replyOf((reply) => {
    const confirmed = new streams.ReadResp.SubscriptionConfirmation()
    confirmed.setSubscriptionId(name)
    reply.setConfirmation(confirmed)
  })
}

export function notFound(): Buffer {
  return replyOf((reply) => reply.setStreamNotFound(new streams.ReadResp.StreamNotFound()))
}
