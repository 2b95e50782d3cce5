/** Invalid requests are refused without harming the server or other calls. */
import { randomBytes, randomUUID } from 'node:crypto'
import { Client, credentials, status } from '@grpc/grpc-js'
import { ANY, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import wire from '@eventstore/db-client/generated/streams_pb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { all, collect, failure } from '../contract/store.ts'
import { counted, type EmbeddedStore, embeddedStore, newStream } from '../embedded.ts'

let store: EmbeddedStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await embeddedStore()
  client = store.client()
})
afterAll(() => store.close())

const appendToNew = () => client.appendToStream(newStream(), counted(1), { expectedRevision: NO_STREAM })

describe('a batched append', () => {
  const unreadable = Buffer.from([0x0a, 0x7f])

  it.each([
    ['that is refused at once', ''],
    ['that is refused by its commit', newStream()],
  ])('%s is answered under its correlation id, even if that is unreadable', async (_name, stream) => {
    const answer = await answerTo(request({ correlationId: unreadable, stream, expected: 7 }))
    expect(answer.subarray(0, 4)).toEqual(Buffer.from([0x0a, 2, ...unreadable]))
    await appendToNew()
  })

  it('at a revision beyond all numbers is a conflict', async () => {
    const largest = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])
    const answer = wire.BatchAppendResp.deserializeBinary(
      await answerTo(request({ correlationId: Buffer.alloc(0), stream: newStream(), expected: largest })),
    )
    expect(answer.getError()?.getMessage()).toBe('WrongExpectedVersion')
    await appendToNew()
  })

  /** BatchAppendReq { correlation_id, options { stream_identifier, stream_position }, is_final } */
  function request({
    correlationId,
    stream,
    expected,
  }: {
    correlationId: Buffer
    stream: string
    expected: number | Buffer
  }): Buffer {
    const name = new shared.StreamIdentifier()
    name.setStreamName(Buffer.from(stream))
    const position = Buffer.concat([
      Buffer.from([0x10]),
      typeof expected === 'number' ? Buffer.from([expected]) : expected,
    ])
    const options = Buffer.concat([field(1, Buffer.from(name.serializeBinary())), position])
    return Buffer.concat([field(1, correlationId), field(2, options), Buffer.from([0x20, 1])])
  }

  const field = (number: number, bytes: Buffer) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes])
  const asIs = (bytes: Buffer) => bytes

  function answerTo(message: Buffer): Promise<Buffer> {
    const raw = new Client(/^esdb:\/\/([^?]+)/.exec(store.url)![1]!, credentials.createInsecure())
    const call = raw.makeBidiStreamRequest<Buffer, Buffer>(StreamsService.batchAppend.path, asIs, asIs)
    return new Promise<Buffer>((resolve, reject) => {
      call.on('data', resolve)
      call.on('error', reject)
      call.write(message)
      call.end()
    }).finally(() => raw.close())
  }
})

describe('a stream name', () => {
  const LONGEST = 2_048
  it.each([
    ['that holds a zero byte', 'account-\0'],
    ['that is longer than any index takes', randomBytes(LONGEST / 2).toString('hex') + '.'],
  ])('%s is refused in every call, while other writes succeed', async (_name, stream) => {
    const outcomes = await Promise.allSettled([
      client.appendToStream(stream, counted(1), { expectedRevision: NO_STREAM }),
      client.appendToStream(stream, counted(1), {
        expectedRevision: NO_STREAM,
        credentials: { username: 'nobody', password: 'none' },
      }),
      client.deleteStream(stream),
      client.tombstoneStream(stream),
      ...Array.from({ length: 20 }, appendToNew),
    ])
    const refused = outcomes
      .slice(0, 4)
      .map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error).message : 'done'))
    for (const message of refused) expect(message).toMatch(/[Ss]tream name/)
    expect(outcomes.slice(4).filter(({ status: how }) => how === 'rejected')).toEqual([])

    expect(await failure(all(client.readStream(stream)))).toMatchObject({ code: status.INVALID_ARGUMENT })
    expect(await collect(client.subscribeToStream(stream)).failed()).toMatchObject({ code: status.INVALID_ARGUMENT })
  })

  it('of maximum length can be written, deleted and written again', async () => {
    const stream = randomBytes(LONGEST / 2 - 1).toString('hex')
    await client.appendToStream(stream, counted(1), { expectedRevision: NO_STREAM })
    await client.deleteStream(stream)
    await client.appendToStream(stream, counted(2), { expectedRevision: NO_STREAM })
    expect((await all(client.readStream(stream))).map(({ revision }) => revision)).toEqual([1n])
  })
})

describe('a revision', () => {
  it.each([2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n])(
    'past the end of every stream, %i, has nothing after it and everything before it',
    async (fromRevision) => {
      const stream = newStream()
      await client.appendToStream(stream, [counted(1), counted(2)], { expectedRevision: NO_STREAM })
      expect(await all(client.readStream(stream, { fromRevision }))).toEqual([])
      expect(await all(client.readStream(stream, { fromRevision, direction: 'backwards' }))).toHaveLength(2)
      const live = collect(client.subscribeToStream(stream, { fromRevision }))
      await live.caughtUp()
      await live.end()
    },
  )
})

describe('metadata that is not a whole number', () => {
  it.each(['$maxCount', '$tb'])(
    '%s sets no limit, and the stream can be read, deleted and written again',
    async (limit) => {
      const stream = newStream()
      await client.appendToStream(stream, [counted(1), counted(2)], { expectedRevision: NO_STREAM })
      await client.appendToStream(
        `$$${stream}`,
        jsonEvent({ id: randomUUID(), type: '$metadata', data: { [limit]: 1.5 } }),
        { expectedRevision: ANY },
      )
      expect(await all(client.readStream(stream))).toHaveLength(2)
      await client.deleteStream(stream)
      await client.appendToStream(stream, counted(3), { expectedRevision: NO_STREAM })
      expect((await all(client.readStream(stream))).map(({ revision }) => revision)).toEqual([2n])
    },
  )
})
