/** For readers that want IDs as two 64-bit halves; slow, because the official client never does. */
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { eventFrame } from './encode.ts'
import type { StoredEvent } from '../log/model.ts'

export function structuredFrame(event: StoredEvent): Buffer {
  const response = streams.ReadResp.deserializeBinary(eventFrame(event))
  const hex = event.id.replaceAll('-', '')
  const half = (digits: string) => BigInt.asIntN(64, BigInt(`0x${digits}`)).toString()
  const structured = new shared.UUID.Structured()
  structured.setMostSignificantBits(half(hex.slice(0, 16)))
  structured.setLeastSignificantBits(half(hex.slice(16)))
  const id = new shared.UUID()
  id.setStructured(structured)
  response.getEvent()?.getEvent()?.setId(id)
  return Buffer.from(response.serializeBinary())
}
