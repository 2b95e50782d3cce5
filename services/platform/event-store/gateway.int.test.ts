/** Injected faults trigger the official client's known traps. */
import { once } from 'node:events'
import { createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { NO_STREAM, StoreUnavailable, UnreadableEvent } from '#ledger/event-store.ts'
import { createEventStoreGateway, type EventStoreGateway } from './gateway.ts'
import { award, freshAccount, inMs } from './events-for-tests.ts'
import { faultyStore, type FaultyStore } from './testing.ts'

let server: FaultyStore
let gateway: EventStoreGateway

beforeAll(async () => {
  server = await faultyStore()
  gateway = createEventStoreGateway(server.url, { attemptMs: 700 })
  await gateway.warmUp()
})
beforeEach(() => server.clear())
afterAll(async () => {
  await gateway.close()
  await server.close()
})

const revisions = async (stream: string) =>
  (await gateway.readStream(stream, 0, inMs(5_000))).map((event) => event.revision)

describe('An append', () => {
  it('is written at an explicit revision and read back unchanged', async () => {
    const { stream } = freshAccount()
    const events = [award(500), award(99)]
    const outcome = await gateway.append(stream, NO_STREAM, events, inMs(5_000))
    expect(outcome).toMatchObject({ kind: 'written', revision: 1 })
    const read = await gateway.readStream(stream, 0, inMs(5_000))
    expect(read).toMatchObject(events.map((event, revision) => ({ ...event, stream, revision })))
    expect(read.at(-1)?.position).toBe(outcome.kind === 'written' && outcome.position)
    expect(await gateway.readStream(stream, 1, inMs(5_000))).toEqual(read.slice(1))
    expect(await gateway.readStream(stream, 2, inMs(5_000))).toEqual([])
    expect(await gateway.readStream(stream, 0, { ...inMs(5_000), maxCount: 1 })).toEqual(read.slice(0, 1))
  })

  it.each([
    ['two minutes ahead', -120_000],
    ['two minutes behind', 120_000],
  ])('is written by a store whose clock is %s, because its deadline is a duration', async (_which, offsetMs) => {
    const { stream } = freshAccount()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs })
    try {
      expect(await gateway.append(stream, NO_STREAM, [award()], inMs(5_000))).toMatchObject({
        kind: 'written',
        revision: 0,
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('with another expected revision is a conflict', async () => {
    const { stream } = freshAccount()
    await gateway.append(stream, NO_STREAM, [award()], inMs(5_000))
    expect(await gateway.append(stream, NO_STREAM, [award()], inMs(5_000))).toEqual({ kind: 'conflict' })
    expect(await gateway.append(stream, 7, [award()], inMs(5_000))).toEqual({ kind: 'conflict' })
  })

  it('repeated with the same ids and revision is written once and gets the first result', async () => {
    const { stream } = freshAccount()
    const events = [award(), award()]
    const first = await gateway.append(stream, NO_STREAM, events, inMs(5_000))
    await gateway.append(stream, 1, [award()], inMs(5_000))
    expect(await gateway.append(stream, NO_STREAM, events, inMs(5_000))).toEqual(first)
    expect(await revisions(stream)).toEqual([0, 1, 2])
  })

  it('that is too large is refused rather than retried forever', async () => {
    const { stream } = freshAccount()
    const large = award()
    large.metadata.$correlationId = 'x'.repeat(1_100_000)
    expect(await gateway.append(stream, NO_STREAM, [large], inMs(20_000))).toMatchObject({ kind: 'refused' })
  })

  it.each(['swallow-reply', 'drop-after-commit', 'drop-call', 'not-leader', 'too-busy'] as const)(
    'is settled with the same ids after the fault "%s"',
    async (fault) => {
      const { stream } = freshAccount()
      await server.order({ fault })
      expect(await gateway.append(stream, NO_STREAM, [award()], inMs(10_000))).toMatchObject({
        kind: 'written',
        revision: 0,
      })
      expect(await revisions(stream)).toEqual([0])
    },
  )

  it('whose reply comes late is written once, and the late reply does no harm', async () => {
    const { stream } = freshAccount()
    await server.order({ fault: 'answer-late', lateMs: 1_200 })
    expect(await gateway.append(stream, NO_STREAM, [award()], inMs(10_000))).toMatchObject({
      kind: 'written',
      revision: 0,
    })
    expect(await gateway.append(stream, 0, [award()], inMs(10_000))).toMatchObject({ kind: 'written', revision: 1 })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await revisions(stream)).toEqual([0, 1])
  })

  it('never hangs: if the store swallows every reply, it is "unknown" at the deadline', async () => {
    const { stream } = freshAccount()
    await server.order({ fault: 'swallow-reply', times: -1 })
    expect(await gateway.append(stream, NO_STREAM, [award()], inMs(1_500))).toMatchObject({ kind: 'unknown' })
    await server.clear()
    expect(await revisions(stream)).toEqual([0])
  })

  it("survives the store's death between commit and reply, with many others in flight", async () => {
    const many = Array.from({ length: 200 }, () => ({ ...freshAccount(), event: award() }))
    await server.order({ fault: 'kill-after-commit' })
    const outcomes = many.map(({ stream, event }) => gateway.append(stream, NO_STREAM, [event], inMs(40_000)))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await server.restart()
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject({ kind: 'written', revision: 0 })
    for (const { stream } of many) expect(await revisions(stream)).toEqual([0])
  })

  it('to an unreachable store is known not to be written, and works again afterwards', async () => {
    const { stream } = freshAccount()
    await server.kill()
    await gateway.append(stream, NO_STREAM, [award()], inMs(300))
    expect(await gateway.append(stream, NO_STREAM, [award()], inMs(600))).toMatchObject({ kind: 'unavailable' })
    await expect(gateway.readStream(stream, 0, inMs(600))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await gateway.info()).toMatchObject({ reachable: false })
    await server.restart()
    expect(await gateway.append(stream, NO_STREAM, [award()], inMs(10_000))).toMatchObject({
      kind: 'written',
      revision: 0,
    })
    expect(await gateway.info()).toMatchObject({ reachable: true, version: expect.any(String) })
  })

  it('reaches the new leader at the first call after a failover', async () => {
    expect(await gateway.info()).toMatchObject({ reachable: true })
    await server.order({ fault: 'not-leader', on: 'reads' })
    expect(await gateway.info()).toMatchObject({ reachable: true })
  })
})

describe('A cold start', () => {
  it('without a server is "unavailable" for appends and succeeds once the server is there', async () => {
    const late = await faultyStore({ started: false })
    const cold = createEventStoreGateway(late.url)
    const { stream } = freshAccount()
    try {
      await expect(cold.warmUp(500)).rejects.toThrow()
      expect(await cold.append(stream, NO_STREAM, [award()], inMs(400))).toMatchObject({ kind: 'unavailable' })
      const patient = cold.append(stream, NO_STREAM, [award()], inMs(40_000))
      await late.restart()
      expect(await patient).toMatchObject({ kind: 'written', revision: 0 })
    } finally {
      await cold.close()
      await late.close()
    }
  })

  it('is "unavailable" if the store accepts the connection but never answers: nothing was or will be sent', async () => {
    const cold = createEventStoreGateway(server.url, { attemptMs: 150 })
    const { stream } = freshAccount()
    server.signal('SIGSTOP')
    try {
      expect(await cold.append(stream, NO_STREAM, [award()], inMs(400))).toMatchObject({ kind: 'unavailable' })
    } finally {
      server.signal('SIGCONT')
    }
    // The store knows its features by now; queued appends would go first.
    expect(await cold.append(stream, NO_STREAM, [award()], inMs(5_000))).toMatchObject({ kind: 'written', revision: 0 })
    expect(await revisions(stream)).toEqual([0])
    await cold.close()
  })

  it("during which the process stalls past the append's deadline sends nothing", async () => {
    const cold = createEventStoreGateway(server.url)
    const { stream } = freshAccount()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const late = cold.append(stream, NO_STREAM, [award()], inMs(5_000))
      vi.setSystemTime(Date.now() + 60_000)
      expect(await late).toMatchObject({ kind: 'unavailable' })
    } finally {
      vi.useRealTimers()
    }
    expect(await cold.readStream(stream, 0, inMs(5_000))).toEqual([])
    await cold.close()
  })

  it('carries a thousand appends at once', async () => {
    const cold = createEventStoreGateway(server.url)
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => cold.append(freshAccount().stream, NO_STREAM, [award()], inMs(20_000))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'written')).toHaveLength(1_000)
    await cold.close()
  })
})

describe('Reading an account', () => {
  it('finds nothing if the stream does not exist', async () => {
    expect(await gateway.readStream(freshAccount().stream, 0, inMs(5_000))).toEqual([])
  })

  it('never returns a partial result when the client is disposed during the read', async () => {
    const { stream } = freshAccount()
    for (let from = NO_STREAM; from < 3_999; from += 1_000)
      await gateway.append(
        stream,
        from,
        Array.from({ length: 1_000 }, () => award()),
        inMs(10_000),
      )
    const other = createEventStoreGateway(server.url)
    await other.warmUp()
    const read = other.readStream(stream, 0, inMs(5_000)).then(
      (events) => events.length,
      (error: unknown) => error,
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    await other.close()
    expect(await read).toBeInstanceOf(StoreUnavailable)
  })

  it('is retried if the store drops the call', async () => {
    const { stream } = freshAccount()
    await gateway.append(stream, NO_STREAM, [award()], inMs(5_000))
    await server.order({ fault: 'drop-call', on: 'reads' })
    expect(await revisions(stream)).toEqual([0])
  })

  it.each([
    ['an unknown type', { type: 'PointsLost', data: { tenths: 1 }, metadata: award().metadata }],
    ['a known type with other contents', { type: 'PointsRefunded', data: { tenths: -1 }, metadata: award().metadata }],
    ['metadata that is not ours', { type: 'PointsAwarded', data: award().data, metadata: { by: 'somebody' } }],
  ])('throws on %s', async (_what, event) => {
    const { stream } = freshAccount()
    const stranger = EventStoreDBClient.connectionString(server.url)
    await stranger.appendToStream(stream, jsonEvent(event), { expectedRevision: 'no_stream' })
    await expect(gateway.readStream(stream, 0, inMs(5_000))).rejects.toBeInstanceOf(UnreadableEvent)
    await stranger.dispose()
  })
})

describe('A follower', () => {
  it('is never read: accounts, positions and subscriptions use the leader', async () => {
    const { stream } = freshAccount()
    const written = await gateway.append(stream, NO_STREAM, [award()], inMs(5_000))
    const position = written.kind === 'written' ? written.position : -1n
    await server.order({ fault: 'follower', on: 'reads' })
    expect(await revisions(stream)).toEqual([0])
    await server.order({ fault: 'follower', on: 'reads' })
    await expect(gateway.eventAt(position)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await gateway.eventAt(position)).toMatchObject({ position })
    await server.order({ fault: 'follower', on: 'reads' })
    const heard = await new Promise<string>((resolve) => {
      const subscription = gateway.subscribe({
        after: null,
        prefixes: [stream],
        onEvent: (event) => (resolve(event.stream), void subscription.close()),
      })
    })
    expect(heard).toBe(stream)
  })
})

describe('The event at a log position', () => {
  it('is found, or undefined', async () => {
    const written = await gateway.append(freshAccount().stream, NO_STREAM, [award()], inMs(5_000))
    const position = written.kind === 'written' ? written.position : -1n
    expect(await gateway.eventAt(position)).toMatchObject({ position, type: 'PointsAwarded' })
    expect(await gateway.eventAt(position + 1n)).toBeUndefined()
    // The store's own events exist at their positions.
    const stranger = EventStoreDBClient.connectionString(server.url)
    const { position: own } = await stranger.setStreamMetadata(
      freshAccount().stream,
      { maxCount: 9 },
      { expectedRevision: 'no_stream' },
    )
    await stranger.dispose()
    expect([
      await gateway.eventAt(own!.commit),
      await gateway.storedAt(own!.commit),
      await gateway.storedAt(own!.commit + 1n),
    ]).toEqual([undefined, expect.any(Date), undefined])
  })

  it('is not reported missing by a store that denies access', async () => {
    const refusing = createServer()
    // Answers PERMISSION_DENIED.
    refusing.on('stream', (stream: ServerHttp2Stream) =>
      stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '7', 'grpc-message': 'no' },
        { endStream: true },
      ),
    )
    await once(refusing.listen(0, '127.0.0.1'), 'listening')
    const locked = createEventStoreGateway(`esdb://127.0.0.1:${(refusing.address() as AddressInfo).port}?tls=false`)
    try {
      await expect(locked.eventAt(1n)).rejects.toThrow('no')
    } finally {
      await locked.close()
      refusing.close()
    }
  })
})
