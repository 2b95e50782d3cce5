/** Faults for reads and subscriptions, from our own server. */
import { Metadata, Server, ServerCredentials, status, type ServerWritableStream } from '@grpc/grpc-js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { award, inMs } from '../events-for-tests.ts'
import { createEventStoreGateway, type EventStoreGateway, type RunningSubscription } from '../gateway.ts'
import { confirmation, eventReply, notFound, recorded } from '../codec/replies-for-tests.ts'

type Call = ServerWritableStream<InstanceType<typeof streams.ReadReq>, Buffer>

let server: Server | undefined
let gateway: EventStoreGateway | undefined
let subscription: RunningSubscription | undefined
afterEach(async () => {
  vi.useRealTimers()
  await subscription?.close()
  await gateway?.close()
  server?.forceShutdown()
})

/** `count`: the call's number, from 1. */
async function serve(onRead: (call: Call, count: number) => void): Promise<EventStoreGateway> {
  let count = 0
  server = new Server()
  const read = { ...StreamsService.read, responseSerialize: (bytes: Buffer) => bytes }
  server.addService({ read } as never, { read: (call: Call) => onRead(call, (count += 1)) })
  const port = await new Promise<number>((resolve, reject) =>
    server!.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  gateway = createEventStoreGateway(`esdb://127.0.0.1:${port}?tls=false`)
  return gateway
}

const STREAM = 'account-7.1'
const NOTHING_READABLE = Buffer.from([0x0a, 0x7f, 0x01])

/** Log position: revision plus 100. */
const frame = (revision: number): Buffer => eventReply(recordedAt(revision, 100 + revision), String(100 + revision))
const withoutPosition = (revision: number): Buffer => eventReply(recordedAt(revision, 0))

function recordedAt(revision: number, position: number): ReturnType<typeof recorded> {
  const { id, type, data, metadata } = award(500, `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`)
  return recorded({
    id,
    inHalves: false,
    stream: STREAM,
    revision,
    position: BigInt(position),
    prepare: BigInt(position),
    described: { type, 'content-type': 'application/json', created: '17950000000000000' },
    data: Buffer.from(JSON.stringify(data)),
    metadata: Buffer.from(JSON.stringify(metadata)),
  })
}

/** As a server computes it. */
const firstAsked = (call: Call): number =>
  Number(call.request.getOptions()?.getAll()?.getPosition()?.getCommitPosition() ?? 99) - 99

function refuse(call: Call, exception: string, more: Record<string, string> = {}): void {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries({ exception, ...more })) metadata.set(key, value)
  call.emit('error', { code: status.NOT_FOUND, details: exception, metadata })
}

const readAll = (from: EventStoreGateway) => from.readStream(STREAM, 0, inMs(5_000))
const revisions = (events: readonly { revision: number }[]) => events.map(({ revision }) => revision)

describe('A read whose server', () => {
  it('sends an undecodable reply starts again, without duplicates', async () => {
    const from = await serve((call, count) => {
      call.write(frame(0))
      call.write(count === 1 ? NOTHING_READABLE : frame(1))
      call.end()
    })
    expect(revisions(await readAll(from))).toEqual([0, 1])
  })

  it('breaks off starts again', async () => {
    const from = await serve((call, count) => {
      call.write(frame(0))
      if (count === 1)
        return void setTimeout(() => call.emit('error', { code: status.UNAVAILABLE, details: 'Going away' }), 20)
      call.write(frame(1))
      call.end()
    })
    expect(revisions(await readAll(from))).toEqual([0, 1])
  })

  it('names another leader goes there', async () => {
    const from = await serve((call, count) => {
      const [host, port] = call.getHost().split(':')
      if (count === 1)
        return refuse(call, 'not-leader', { 'leader-endpoint-host': host!, 'leader-endpoint-port': port! })
      call.write(frame(0))
      call.end()
    })
    expect(revisions(await readAll(from))).toEqual([0])
  })

  const absences: [string, (call: Call) => void][] = [
    ['in a reply', (call) => void (call.write(notFound()), call.end())],
    ['by refusing', (call) => refuse(call, 'stream-not-found', { 'stream-name': STREAM })],
  ]
  it.each(absences)('reports a missing stream %s finds nothing', async (_how, say) => {
    expect(await readAll(await serve(say))).toEqual([])
  })

  it('is too old to send positions gets an error that says so', async () => {
    const from = await serve((call) => {
      call.write(withoutPosition(0))
      call.end()
    })
    await expect(readAll(from)).rejects.toThrow('older than 22.6')
  })

  it('is silent gets no extra hour when the clock is set back by an hour', async () => {
    const from = await serve(() => vi.setSystemTime(Date.now() - 3_600_000))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await expect(from.readStream(STREAM, 0, inMs(500))).rejects.toThrow(/within [45]\d\d ms/)
  })

  it('is still sending when the gateway closes never returns a partial result', async () => {
    const from = await serve((call) => {
      call.write(frame(0))
    })
    const reading = readAll(from)
    setTimeout(() => void from.close(), 100)
    await expect(reading).rejects.toThrow('Cancelled on client')
  })
})

describe('A subscription whose server', () => {
  /** Collects events and break reasons. */
  async function subscribeTo(
    onRead: (call: Call, count: number) => void,
    onEvent?: (revision: number) => Promise<void> | void,
  ) {
    const from = await serve(onRead)
    const seen: number[] = []
    const breaks: string[] = []
    subscription = from.subscribe({
      after: 99n,
      prefixes: ['account-'],
      onEvent({ revision }) {
        seen.push(revision)
        return onEvent?.(revision)
      },
      onBreak: (error) => void breaks.push(String(error)),
    })
    return { seen, breaks }
  }

  const sendFrom = (call: Call, first: number, last: number): void => {
    call.write(confirmation('one'))
    for (let revision = first; revision <= last; revision += 1) call.write(frame(revision))
  }

  const oddities: [string, (call: Call) => void, string][] = [
    ['says something that cannot be read', (call) => void call.write(NOTHING_READABLE), 'RangeError'],
    [
      'sends an event without its place in the log',
      (call) => void call.write(withoutPosition(3)),
      'without a position',
    ],
    ['ends it without a word', (call) => void call.end(), 'ended the subscription'],
    [
      'breaks off',
      (call) => void setTimeout(() => call.emit('error', { code: status.UNAVAILABLE, details: 'Going away' }), 20),
      'Going away',
    ],
  ]
  it.each(oddities)('%s resumes after the last handled event', async (_what, happens, told) => {
    const { seen, breaks } = await subscribeTo((call, count) => {
      const first = firstAsked(call)
      sendFrom(call, first, first + 2)
      if (count < 3) happens(call)
    })
    await waitUntil('three lives have handed over three events each', () => seen.length >= 9, 10_000)
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(breaks).toHaveLength(2)
    expect(breaks.every((error) => error.includes(told))).toBe(true)
  })

  it('accepts and ends it again and again is asked with growing pauses', async () => {
    const { breaks } = await subscribeTo((call) => {
      call.write(confirmation('one'))
      call.end()
    })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(breaks.length).toBeGreaterThan(2)
    expect(breaks.length).toBeLessThan(15)
  })

  it('sends an event on which the handler keeps failing is asked with growing pauses', async () => {
    const { seen } = await subscribeTo(
      (call) => sendFrom(call, firstAsked(call), 1),
      (revision) => {
        if (revision === 1) throw new Error('Not now')
      },
    )
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(seen.slice(0, 3)).toEqual([0, 1, 1])
    expect(seen.length).toBeLessThan(15)
  })

  it('breaks off during a handler delivers nothing before that handler returns, and its event only once', async () => {
    let release = () => {}
    let handlers = 0
    let most = 0
    const { seen, breaks } = await subscribeTo(
      (call, count) => {
        const first = firstAsked(call)
        sendFrom(call, first, first + 1)
        if (count === 1) setTimeout(() => call.emit('error', { code: status.UNAVAILABLE, details: 'Going away' }), 20)
      },
      async (revision) => {
        most = Math.max(most, (handlers += 1))
        if (revision === 0) await new Promise<void>((resolve) => (release = resolve))
        handlers -= 1
      },
    )
    await waitUntil('the first event is being handled', () => seen.length === 1, 10_000)
    // Longer than a reconnection.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect({ seen, breaks }).toEqual({ seen: [0], breaks: [] })
    release()
    await waitUntil('it went on', () => seen.length >= 3, 10_000)
    expect({ seen, most, breaks: breaks.length }).toEqual({ seen: [0, 1, 2], most: 1, breaks: 1 })
  })
})
