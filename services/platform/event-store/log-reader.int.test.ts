/** On a real store that is killed meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { NO_STREAM } from '#ledger/event-store.ts'
import { createEventStoreGateway, type EventStoreGateway, type LogEvent, type LogReader } from './gateway.ts'
import { award, freshAccount, inMs } from './events-for-tests.ts'
import { createLiveBuffer } from './live-buffer.ts'
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

async function write(count: number): Promise<{ id: string; position: bigint }[]> {
  const written = []
  for (let index = 0; index < count; index += 1) {
    const event = award()
    const outcome = await gateway.append(freshAccount().stream, NO_STREAM, [event], inMs(20_000))
    if (outcome.kind !== 'written') throw new Error(`Not written: ${outcome.kind}`)
    written.push({ id: event.id, position: outcome.position })
  }
  return written
}

async function writeForeign(stream: string): Promise<void> {
  const stranger = EventStoreDBClient.connectionString(server.url)
  await stranger.appendToStream(stream, jsonEvent({ type: 'Foreign', data: {} }))
  await stranger.dispose()
}

async function readOn(reader: LogReader, after: bigint | null, limit: number) {
  const events: LogEvent[] = []
  for (;;) {
    const batch = await reader.read(after, limit)
    expect(batch.events.length).toBeLessThanOrEqual(limit)
    events.push(...batch.events)
    after = batch.lastPosition
    if (batch.reachedHead) return { events, after }
  }
}

async function eventually(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !condition();) {
    if (Date.now() > end) throw new Error('It never came')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('The log reader', () => {
  it('returns an empty batch and a null head for a log without accounts', async () => {
    const reader = gateway.openLogReader(['nobody-writes-here-'])
    expect(await reader.head()).toBeNull()
    const { events, after } = await readOn(reader, null, 100)
    expect(events).toEqual([])
    expect(await reader.read(after, 100)).toEqual({ events: [], reachedHead: true, lastPosition: after })
    await reader.close()
  })

  it('reads each account event once and in order, for any batch size', async () => {
    const reader = gateway.openLogReader()
    const { after: before } = await readOn(reader, null, 500)
    const written = await write(23)
    for (const limit of [1, 2, 7, 22, 23, 24, 1_000]) {
      const { events, after } = await readOn(reader, before, limit)
      expect(events.map(({ id, position }) => ({ id, position }))).toEqual(written)
      expect(after).toBe(written.at(-1)?.position)
    }
    expect(await reader.head()).toBe(written.at(-1)?.position)
    await reader.close()
  })

  it('returns events as stored, unparsed', async () => {
    const reader = gateway.openLogReader()
    const { after } = await readOn(reader, null, 500)
    const { stream } = freshAccount()
    const events = [award(500), award(50)]
    await gateway.append(stream, NO_STREAM, events, inMs(5_000))
    const read = await readOn(reader, after, 10)
    expect(read.events).toMatchObject(
      events.map((event, revision) => ({ ...event, stream, revision, storedAt: expect.any(Date) })),
    )
    await reader.close()
  })

  it('skips foreign streams, and still reports how far it has read', async () => {
    const reader = gateway.openLogReader()
    const [last] = await write(1)
    const { after: before } = await readOn(reader, null, 500)
    await writeForeign(`other-${Date.now()}`)
    const batch = await reader.read(before, 500)
    expect(batch).toMatchObject({ events: [], reachedHead: true })
    expect(batch.lastPosition).toBeGreaterThan(before!)
    expect(await reader.head()).toBe(last?.position)
    const [next] = await write(1)
    expect((await reader.read(batch.lastPosition, 500)).events).toMatchObject([{ id: next?.id }])
    await reader.close()
  })

  it('returns new events to a caller at the head, despite prefetched pages', async () => {
    const reader = gateway.openLogReader()
    let { after } = await readOn(reader, null, 3)
    for (let round = 0; round < 5; round += 1) {
      const written = await write(round)
      const read = await readOn(reader, after, 2)
      expect(read.events.map(({ id }) => id)).toEqual(written.map(({ id }) => id))
      after = read.after
    }
    await reader.close()
  })

  it('can read from another position at any time', async () => {
    const reader = gateway.openLogReader()
    await write(10)
    const first = await reader.read(null, 4)
    await reader.read(first.lastPosition, 4)
    expect(await reader.read(null, 4)).toEqual(first)
    await reader.close()
  })

  it('throws while the store is down, and continues when it is back', async () => {
    const reader = gateway.openLogReader()
    const { after } = await readOn(reader, null, 500)
    await server.kill()
    await expect(reader.read(after, 10)).rejects.toThrow()
    await expect(reader.head()).rejects.toThrow()
    await server.restart()
    const written = await write(2)
    expect((await readOn(reader, after, 10)).events.map(({ id }) => id)).toEqual(written.map(({ id }) => id))
    await reader.close()
  })
})

describe('A subscription', () => {
  it('delivers each event in order, one at a time, and loses none when the store is killed', async () => {
    const reader = gateway.openLogReader()
    const after = await reader.head()
    const seen: string[] = []
    const breaks: unknown[] = []
    let atOnce = 0
    const subscription = gateway.subscribe({
      after,
      prefixes: ['account-'],
      onEvent: async ({ id }) => {
        atOnce += 1
        await new Promise((resolve) => setTimeout(resolve, 1))
        expect(atOnce).toBe(1)
        atOnce -= 1
        seen.push(id)
      },
      onBreak: (error) => void breaks.push(error),
    })
    const written = await write(30)
    await eventually(() => seen.length >= 10)
    await server.restart()
    written.push(...(await write(10)))
    await eventually(() => seen.length >= 40)
    await subscription.close()
    expect(seen).toEqual(written.map(({ id }) => id))
    expect(breaks.length).toBeGreaterThan(0)
    await reader.close()
  })

  it('redelivers an event whose handler failed', async () => {
    const after = await gateway.openLogReader().head()
    const seen: string[] = []
    let failed = false
    const subscription = gateway.subscribe({
      after,
      prefixes: ['account-'],
      onEvent: ({ id }) => {
        if (seen.length === 1 && !failed) {
          failed = true
          throw new Error('Not now')
        }
        seen.push(id)
      },
    })
    const written = await write(3)
    await eventually(() => seen.length === 3)
    await subscription.close()
    expect(seen).toEqual(written.map(({ id }) => id))
  })

  it('reports a checkpoint only after everything before it was handled', async () => {
    const started = await gateway.openLogReader().head()
    // More than a checkpoint's window, so that many queue behind a slow handler.
    let last: bigint | undefined
    for (let index = 0; index < 20; index += 1) {
      const outcome = await gateway.append(
        freshAccount().stream,
        NO_STREAM,
        Array.from({ length: 100 }, () => award()),
        inMs(5_000),
      )
      last = outcome.kind === 'written' ? outcome.position : undefined
    }
    const { events } = await readOn(gateway.openLogReader(), started, 10_000)
    const handled = new Set<bigint>()
    const early: bigint[] = []
    const subscription = gateway.subscribe({
      after: started,
      prefixes: ['account-'],
      onEvent: async ({ position }) => {
        if (handled.size % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
        handled.add(position)
      },
      onCheckpoint: (checkpoint) => {
        early.push(
          ...events
            .filter(({ position }) => position <= checkpoint && !handled.has(position))
            .map(({ position }) => position),
        )
      },
    })
    await eventually(() => last !== undefined && handled.has(last))
    await writeForeign(`other-${Date.now()}`)
    await subscription.close()
    expect(early).toEqual([])
    expect(handled.size).toBe(2_000)
  })

  it('continues without gap or duplicate when the server ends it for being slow', async () => {
    const seen: string[] = []
    let breaks = 0
    let confirmed = false
    const subscription = gateway.subscribe({
      after: 'end',
      prefixes: ['account-'],
      onEvent: ({ id }) => void seen.push(id),
      onConfirmed: () => void (confirmed = true),
      onBreak: (error) => void (breaks += String(error).includes('Consumer too slow') ? 1 : 0),
    })
    await eventually(() => confirmed)
    const [first] = await write(1)
    await eventually(() => seen.includes(first!.id))
    await server.order({ fault: 'slow-consumer', on: 'reads' })
    const ids = Array.from({ length: 200 }, () => award())
    await gateway.append(freshAccount().stream, NO_STREAM, ids, inMs(5_000))
    await eventually(() => seen.length >= 201)
    await subscription.close()
    expect(breaks).toBe(1)
    expect(seen).toEqual([first!.id, ...ids.map(({ id }) => id)])
  })

  it('waits for a store that is not up yet', async () => {
    const late = await faultyStore({ started: false })
    const cold = createEventStoreGateway(late.url)
    let confirmed = 0
    const subscription = cold.subscribe({
      after: null,
      prefixes: ['account-'],
      onEvent: () => {},
      onConfirmed: () => void (confirmed += 1),
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(confirmed).toBe(0)
    await late.restart()
    await eventually(() => confirmed > 0)
    await subscription.close()
    await cold.close()
    await late.close()
  })
})

describe('The wake-up', () => {
  it('reports the head at the start, then new events, and again after the store died', async () => {
    const [old] = await write(1)
    const heard: bigint[] = []
    const listening = gateway.listen((position) => void heard.push(position))
    await eventually(() => heard.includes(old!.position))
    const written = await write(20)
    await eventually(() => heard.at(-1) === written.at(-1)?.position)
    await server.restart()
    const [late] = await write(1)
    await eventually(() => heard.at(-1) === late?.position)
    await listening.close()
    expect(heard).toEqual(heard.toSorted((left, right) => (left < right ? -1 : 1)))
    await write(1)
    expect(heard.at(-1)).toBe(late?.position)
  })

  it('fills the live buffer, so that nobody reads the events again, and misses none when the store dies', async () => {
    const tail = createLiveBuffer()
    const heard: bigint[] = []
    const onEvent = (event: LogEvent) => {
      heard.push(event.position)
      tail.heard(event)
    }
    let standing = false
    const listening = gateway.listen(() => void (standing = true), { onEvent })
    await eventually(() => standing)
    const log = gateway.openLogReader()
    let asked = 0
    const reader = tail.over({ ...log, read: (after, limit) => ((asked += 1), log.read(after, limit)) })
    const [first, ...before] = await write(13)
    await eventually(() => heard.includes(before.at(-1)!.position))
    await server.restart()
    const written = [...before, ...(await write(12))]
    await eventually(() => heard.at(-1) === written.at(-1)?.position)
    const { events } = await readOn(reader, first!.position, 5)
    expect(events.map(({ id, position }) => ({ id, position }))).toEqual(written)
    expect(events).toEqual((await readOn(log, first!.position, 100)).events)
    expect(asked).toBe(0)
    await listening.close()
    await reader.close()
  })

  it('is called once for events that arrive during a call', async () => {
    const heard: bigint[] = []
    const listening = gateway.listen(async (position) => {
      heard.push(position)
      await new Promise((resolve) => setTimeout(resolve, 400))
    })
    await eventually(() => heard.length === 1)
    const written = await write(50)
    await eventually(() => heard.at(-1) === written.at(-1)?.position)
    await listening.close()
    expect(heard.length).toBeLessThan(25)
  })
})
