/** Faults from our own server, because real ones never reply twice. An unhandled error here fails the whole run. */
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
} from '@grpc/grpc-js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import wire from '@eventstore/db-client/generated/streams_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import statusWire from '@eventstore/db-client/generated/status_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NO_STREAM, StoreUnavailable } from '#ledger/event-store.ts'
import { createEventStoreGateway, type EventStoreGateway } from './gateway.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { award, freshAccount, inMs } from './events-for-tests.ts'

type Call = ServerDuplexStream<InstanceType<typeof wire.BatchAppendReq>, InstanceType<typeof wire.BatchAppendResp>>
type OnAppend = (call: Call, correlationId: InstanceType<typeof shared.UUID>, count: number) => void

let server: Server | undefined
let gateway: EventStoreGateway | undefined
afterEach(async () => {
  vi.useRealTimers()
  await gateway?.close()
  server?.forceShutdown()
  opened.length = 0
})

function success(correlationId: InstanceType<typeof shared.UUID>): InstanceType<typeof wire.BatchAppendResp> {
  const position = new shared.AllStreamPosition()
  position.setCommitPosition('7')
  position.setPreparePosition('7')
  const done = new wire.BatchAppendResp.Success()
  done.setCurrentRevision('0')
  done.setPosition(position)
  const reply = new wire.BatchAppendResp()
  reply.setCorrelationId(correlationId)
  reply.setSuccess(done)
  return reply
}

const unimplemented = (call: Pick<Call, 'emit'>): void => void call.emit('error', { code: status.UNIMPLEMENTED })

/** As a former leader; the new one has the same address. */
function anotherLeads(call: Pick<Call, 'getHost' | 'emit'>): void {
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', '127.0.0.1')
  metadata.set('leader-endpoint-port', call.getHost().split(':')[1]!)
  call.emit('error', { code: status.NOT_FOUND, details: 'Leader info available', metadata })
}

type Oddities = {
  onRead?: (call: Call) => void
  featuresFail?: () => boolean
  featuresSilent?: () => boolean
  lookUpMs?: number
  knowsLongCalls?: boolean
  attemptMs?: number
}

/** Knows only appends. Without the batched append, each gets its own call. */
async function serve(
  onAppend: OnAppend,
  {
    featuresFail = () => false,
    featuresSilent = () => false,
    lookUpMs,
    knowsLongCalls = true,
    attemptMs = 300,
    onRead = unimplemented,
  }: Oddities = {},
): Promise<EventStoreGateway> {
  let count = 0
  server = new Server()
  server.addService(ServerFeaturesService as never, {
    getSupportedMethods: (_call: unknown, callback: sendUnaryData<unknown>): void => {
      if (featuresFail()) return callback({ code: status.INTERNAL, details: 'Something broke' })
      if (featuresSilent()) return
      const method = new serverFeatures.SupportedMethod()
      method.setServiceName('event_store.client.streams.streams')
      method.setMethodName('batchappend')
      const methods = new serverFeatures.SupportedMethods()
      methods.setMethodsList(knowsLongCalls ? [method] : [])
      methods.setEventStoreServerVersion('test')
      callback(null, methods)
    },
  })
  server.addService(StreamsService as never, {
    read: onRead,
    append: (
      call: ServerReadableStream<InstanceType<typeof wire.AppendReq>, unknown>,
      callback: sendUnaryData<unknown>,
    ) => {
      call.on('data', (request) => void received.push(request))
      call.on('end', () => callback(null, writtenByItself()))
    },
    delete: unimplemented,
    tombstone: unimplemented,
    batchAppend: (call: Call) => {
      opened.push(call)
      const over = () => void ended.add(call)
      call.on('finish', over).on('cancelled', over)
      call.on('error', () => {})
      call.on('data', (request) => {
        if (request.getIsFinal()) onAppend(call, request.getCorrelationId()!, (count += 1))
      })
      call.on('end', () => call.end())
    },
  })
  const port = await new Promise<number>((resolve, reject) =>
    server!.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  gateway = createEventStoreGateway(`esdb://127.0.0.1:${port}?tls=false`, {
    attemptMs,
    onWarning: (message) => warnings.push(message),
    ...(lookUpMs === undefined ? {} : { lookUpMs }),
  })
  return gateway
}

function writtenByItself(): InstanceType<typeof wire.AppendResp> {
  const position = new wire.AppendResp.Position()
  position.setCommitPosition('7')
  position.setPreparePosition('7')
  const done = new wire.AppendResp.Success()
  done.setCurrentRevision('0')
  done.setPosition(position)
  const reply = new wire.AppendResp()
  reply.setSuccess(done)
  return reply
}

const opened: Call[] = []
const ended = new Set<Call>()
const received: InstanceType<typeof wire.AppendReq>[] = []
const warnings: string[] = []
const appendOne = (to: EventStoreGateway, ms = 5_000) =>
  to.append(freshAccount().stream, NO_STREAM, [award()], inMs(ms))
/** Longer than the test, so that only reported failures are retried. */
const AT_ONCE: Oddities = { attemptMs: 60_000 }
const WRITTEN = { kind: 'written', revision: 0, position: 7n }

describe('A gateway whose server', () => {
  it('answers every append twice continues to work', async () => {
    const to = await serve((call, id) => {
      call.write(success(id))
      call.write(success(id))
    })
    expect(await appendOne(to)).toEqual(WRITTEN)
    expect(await appendOne(to)).toEqual(WRITTEN)
    expect(warnings.length).toBeGreaterThan(0)
  })

  it('refuses without naming the stream is asked again rather than hanging', async () => {
    const to = await serve((call, id, count) => {
      if (count > 1) return void call.write(success(id))
      const error = new wire.BatchAppendResp()
      error.setCorrelationId(id)
      const reason = new statusWire.Status()
      reason.setCode(13)
      error.setError(reason)
      call.write(error)
    }, AT_ONCE)
    expect(await appendOne(to, 60_000)).toEqual(WRITTEN)
  })

  it('refuses in an undecodable way is asked again', async () => {
    const to = await serve((call, id, count) => {
      if (count > 1) return void call.write(success(id))
      const torn = new any.Any()
      torn.pack(new Uint8Array([0x0a, 0x7f]), 'event_store.client.WrongExpectedVersion')
      const reason = new statusWire.Status()
      reason.setDetails(torn)
      const error = new wire.BatchAppendResp()
      error.setCorrelationId(id)
      error.setError(reason)
      call.write(error)
    })
    expect(await appendOne(to)).toEqual(WRITTEN)
  })

  it('reports success without a position is asked again; if it then refuses, the append may have been written', async () => {
    const to = await serve((call, id, count) => {
      const reply = success(id)
      if (count === 1) reply.getSuccess()!.clearPosition()
      else {
        const denied = new any.Any()
        denied.pack(new Uint8Array(), 'event_store.client.AccessDenied')
        reply.setError(new statusWire.Status().setDetails(denied))
      }
      call.write(reply)
    }, AT_ONCE)
    expect(await appendOne(to, 60_000)).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('AccessDenied') as string,
    })
  })

  it('never replies is "unknown" at the deadline', async () => {
    expect(await appendOne(await serve(() => {}), 800)).toMatchObject({ kind: 'unknown' })
  })

  it('ends the call with OK during an append is asked again', async () => {
    const to = await serve((call, id, count) => void (count > 1 ? call.write(success(id)) : call.end()), AT_ONCE)
    expect(await appendOne(to, 60_000)).toEqual(WRITTEN)
  })

  it('ends the call over an invalid message is asked again for the other appends, which may have been written', async () => {
    const to = await serve(
      (call, id, count) =>
        void (count > 1 ? call.write(success(id)) : call.emit('error', { code: status.INVALID_ARGUMENT })),
    )
    expect(await appendOne(to)).toEqual(WRITTEN)
  })

  it('denies access is not asked again, and has written nothing', async () => {
    const to = await serve((call) => void call.emit('error', { code: status.UNAUTHENTICATED }))
    expect(await appendOne(to)).toMatchObject({ kind: 'refused' })
  })

  it('starts denying access may have written earlier appends', async () => {
    const to = await serve(
      (call, id, count) =>
        void (count <= 8 ? call.write(success(id)) : call.emit('error', { code: status.UNAUTHENTICATED })),
    )
    const first = await Promise.all(Array.from({ length: 8 }, () => appendOne(to)))
    expect(first).toEqual(Array.from({ length: 8 }, () => WRITTEN))
    // Calls with replies end; new calls are denied.
    expect(await appendOne(to)).toMatchObject({ kind: 'unknown' })
  })

  it('fails once to report its features is asked again, although the client would cache that failure forever', async () => {
    let failures = 2
    const to = await serve((call, id) => void call.write(success(id)), { featuresFail: () => failures-- > 0 })
    expect(await appendOne(to)).toEqual(WRITTEN)
  })

  it('fails once to report its features counts as reachable once it does, even for `info`', async () => {
    let failures = 1
    const to = await serve(() => {}, { featuresFail: () => failures-- > 0 })
    await expect(to.warmUp()).rejects.toThrow('Something broke')
    await to.warmUp()
  })

  it('never reports its features is asked again in time, although the client would wait forever', async () => {
    let silences = 1
    const to = await serve((call, id) => void call.write(success(id)), {
      featuresSilent: () => silences-- > 0,
      lookUpMs: 400,
    })
    await expect(to.warmUp(200)).rejects.toThrow('No response within 200 ms')
    expect(await appendOne(to)).toEqual(WRITTEN)
    await to.warmUp()
  })

  it('is silent gets no extra hour when the clock is set back by an hour', async () => {
    const to = await serve(() => vi.setSystemTime(Date.now() - 3_600_000))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect(await appendOne(to, 800)).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    [status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition'],
    [status.UNKNOWN, 'Unexpected ReadAllResult: Error'],
    [status.INVALID_ARGUMENT, 'invalid position'],
  ])('reports no event at a position, worded as real servers do: %i %s', async (code, details) => {
    const to = await serve(() => {}, { onRead: (call) => void call.emit('error', { code, details }) })
    expect(await to.eventAt(7n)).toBeUndefined()
    expect(await to.storedAt(7n)).toBeUndefined()
  })

  it('fails a read for another reason does not imply that there is no event', async () => {
    const to = await serve(() => {}, {
      onRead: (call) => void call.emit('error', { code: status.UNKNOWN, details: 'Exception was thrown by handler.' }),
    })
    await expect(to.eventAt(7n)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('names another leader is left, and no call to it stays open', async () => {
    const to = await serve((call, id, count) => {
      if (count > 1) return void call.write(success(id))
      ended.add(call)
      anotherLeads(call)
    })
    expect(await appendOne(to)).toEqual(WRITTEN)
    await theFirstHalfIsOver()
    expect(await appendOne(to)).toEqual(WRITTEN)
  })

  it('names another leader on a read is left by appends, too, which it might accept and never answer', async () => {
    const to = await serve((call, id) => void call.write(success(id)), { onRead: anotherLeads })
    expect(await appendOne(to)).toEqual(WRITTEN)
    expect((await to.info()).reachable).toBe(false)
    expect(await appendOne(to)).toEqual(WRITTEN)
    await theFirstHalfIsOver()
  })

  /** The first connection's calls ended, and equally many are open on the second. */
  async function theFirstHalfIsOver(): Promise<void> {
    const before = opened.slice(0, opened.length / 2)
    expect(before).not.toEqual([])
    await waitUntil('the calls to the one before are over', () => before.every((call) => ended.has(call)), 5_000)
    expect(opened.filter((call) => !ended.has(call))).toHaveLength(before.length)
  }

  it('lacks the batched append gets each append in a call of its own', async () => {
    const { stream } = freshAccount()
    const event = award()
    const to = await serve(() => {}, { knowsLongCalls: false })
    expect(await to.append(stream, NO_STREAM, [event], inMs(5_000))).toEqual(WRITTEN)
    const [options, proposed] = received.map((request) => ({
      options: request.getOptions(),
      event: request.getProposedMessage(),
    }))
    expect(Buffer.from(options?.options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream)
    expect(proposed?.event?.getId()?.getString()).toBe(event.id)
    expect(JSON.parse(Buffer.from(proposed?.event?.getData_asU8() ?? []).toString())).toEqual(event.data)
    expect(JSON.parse(Buffer.from(proposed?.event?.getCustomMetadata_asU8() ?? []).toString())).toEqual(event.metadata)

    received.length = 0
    expect(await to.append(stream, 0, [award()], inMs(5_000))).toEqual(WRITTEN)
    expect(options?.options?.hasNoStream()).toBe(true)
    expect(received[0]?.getOptions()?.toObject()).toMatchObject({ noStream: undefined, revision: '0' })
  })

  it('stops reading and dies during a thousand appends leaves no unhandled rejection', async () => {
    const to = await serve((call, _id, count) => {
      call.pause()
      if (count === 1) setTimeout(() => server!.forceShutdown(), 200)
    })
    await to.warmUp()
    const large = () => {
      const event = award()
      event.metadata.$correlationId = 'x'.repeat(4_000)
      return to.append(freshAccount().stream, NO_STREAM, [event], inMs(900))
    }
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, large))
    expect(outcomes.every(({ kind }) => kind === 'unknown' || kind === 'unavailable')).toBe(true)
  })
})
