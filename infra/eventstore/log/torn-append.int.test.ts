/** A classic append (Streams/Append) spans several messages and is written only if all have arrived. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { NO_STREAM } from '@eventstore/db-client'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import wire from '@eventstore/db-client/generated/streams_pb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProxy, type Proxy } from '../../testing/servers/proxy.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { all } from '../contract/store.ts'
import { counted, type EmbeddedStore, embeddedStore, newStream } from '../embedded.ts'

let store: EmbeddedStore
let proxy: Proxy
let upstream: Socket
let passed = 0
beforeAll(async () => {
  store = await embeddedStore()
  proxy = await openProxy(store.url, (client, reach) => {
    upstream = reach()
    client.on('data', (chunk: Buffer) => {
      passed += chunk.length
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => client.write(chunk))
    upstream.on('close', () => client.destroy())
  })
})
afterAll(async () => {
  await proxy.close()
  await store.close()
})

const EVENT_BYTES = 10_000

function options(stream: string): InstanceType<typeof wire.AppendReq> {
  const name = new shared.StreamIdentifier()
  name.setStreamName(Buffer.from(stream))
  const chosen = new wire.AppendReq.Options()
  chosen.setStreamIdentifier(name)
  chosen.setNoStream(new shared.Empty())
  const request = new wire.AppendReq()
  request.setOptions(chosen)
  return request
}

function oneEvent(): InstanceType<typeof wire.AppendReq> {
  const id = new shared.UUID()
  id.setString(randomUUID())
  const message = new wire.AppendReq.ProposedMessage()
  message.setId(id)
  message.getMetadataMap().set('type', 'Counted').set('content-type', 'application/octet-stream')
  message.setData(Buffer.alloc(EVENT_BYTES))
  const request = new wire.AppendReq()
  request.setProposedMessage(message)
  return request
}

describe('an append of three events', () => {
  it.each([
    ['goes away', () => void upstream.end()],
    ['is cut off', () => void upstream.resetAndDestroy()],
  ])('with two received when its client %s is not written, and may be repeated', async (_how, leave) => {
    const stream = newStream()
    const client = new Client(/^esdb:\/\/([^?]+)/.exec(proxy.url)![1]!, credentials.createInsecure())
    const { path, requestSerialize, responseDeserialize } = StreamsService.append
    const over = new Promise<unknown>((resolve) => {
      const call = client.makeClientStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        new Metadata(),
        {},
        resolve,
      )
      passed = 0
      for (const message of [options(stream), oneEvent(), oneEvent()]) call.write(message)
    })
    await waitUntil('two events are on their way', () => passed > 2 * EVENT_BYTES)
    leave()
    expect(await over).toBeInstanceOf(Error)
    client.close()

    const events = [counted(1), counted(2), counted(3)]
    await store.client().appendToStream(stream, events, { expectedRevision: NO_STREAM })
    expect((await all(store.client().readStream(stream))).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })
})
