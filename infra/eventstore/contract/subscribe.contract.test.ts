/** Subscriptions to `$all`, and their checkpoints. */
import { status } from '@grpc/grpc-js'
import {
  END,
  eventTypeFilter,
  excludeSystemEvents,
  NO_STREAM,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../../testing/wait-until.ts'
import { collect, contractStore, event, events } from './store.ts'

const store = contractStore()
beforeAll(store.start)
afterAll(store.end)

async function write(stream: string, count = 1, type?: string): Promise<Position> {
  const written = type ? Array.from({ length: count }, (_, index) => event(index, { type })) : events(count)
  const { position } = await store.client.appendToStream(stream, written, { expectedRevision: NO_STREAM })
  return position as Position
}

/** A start position, so that a shared server's history need not be read. */
const now = () => write(store.stream('marker'))

describe('a subscription to $all', () => {
  it('is confirmed first, then catches up, then reports it [$all]', async () => {
    const prefix = store.stream('catch')
    const from = await now()
    await write(`${prefix}-1`, 3)
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [prefix] }) }),
    )
    await live.caughtUp()
    expect(live.words.slice(0, 5)).toEqual(['confirmation', 'event', 'event', 'event', 'caughtUp'])
    await live.end()
  })

  it('by prefixes of stream names delivers only those streams [$all]', async () => {
    const [one, other] = [store.stream('one'), store.stream('other')]
    const from = await now()
    await write(`${one}-a`)
    await write(store.stream('foreign'))
    await write(`${other}-a`)
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [one, other] }) }),
    )
    await live.caughtUp()
    expect(live.seen.map(({ streamId }) => streamId)).toEqual([`${one}-a`, `${other}-a`])
    await live.end()
  })

  it('by a regular expression on stream names [$all]', async () => {
    const name = store.stream('regex')
    const from = await now()
    await write(`${name}-yes`)
    await write(`${name}-no`)
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ regex: `^${name}-y` }) }),
    )
    await live.caughtUp()
    expect(live.seen.map(({ streamId }) => streamId)).toEqual([`${name}-yes`])
    await live.end()
  })

  it('by prefixes of event types [$all]', async () => {
    const type = store.stream('Type').replaceAll('-', '')
    const from = await now()
    await write(store.stream(), 2, `${type}Awarded`)
    await write(store.stream(), 2)
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: eventTypeFilter({ prefixes: [type] }) }),
    )
    await live.caughtUp()
    expect(live.seen.map((seen) => seen.type)).toEqual([`${type}Awarded`, `${type}Awarded`])
    await live.end()
  })

  it('by a regular expression on event types [$all]', async () => {
    const type = store.stream('Type').replaceAll('-', '')
    const from = await now()
    await write(store.stream(), 1, `${type}Awarded`)
    await write(store.stream(), 1, `${type}Redeemed`)
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: eventTypeFilter({ regex: `^${type}.*ed$` }) }),
    )
    await live.caughtUp()
    expect(live.seen).toHaveLength(2)
    await live.end()
  })

  it("without system events, by the client's own filter [$all]", async () => {
    const stream = store.stream()
    const from = await now()
    await store.client.setStreamMetadata(stream, { maxCount: 100 })
    await write(stream)
    const live = collect(store.client.subscribeToAll({ fromPosition: from, filter: excludeSystemEvents() }))
    await live.caughtUp()
    expect(live.seen.some(({ streamId }) => streamId === stream)).toBe(true)
    expect(live.seen.some(({ type }) => type.startsWith('$'))).toBe(false)
    await live.end()
  })

  it('begins after the given position [$all]', async () => {
    const prefix = store.stream('after')
    const from = await write(`${prefix}-1`, 2)
    await write(`${prefix}-2`)
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [prefix] }) }),
    )
    await live.caughtUp()
    expect(live.seen.map(({ streamId }) => streamId)).toEqual([`${prefix}-2`])
    await live.end()
  })

  it('fails from a position without an event [$all]', async () => {
    const { commit } = await now()
    for (const place of [commit - 1n, 1n << 60n]) {
      const live = collect(store.client.subscribeToAll({ fromPosition: { commit: place, prepare: place } }))
      const { code } = (await live.failed()) as Error & { code?: number }
      // The codes of 24.10 and 23.10.
      expect([status.INVALID_ARGUMENT, status.UNKNOWN]).toContain(code)
    }
  })

  it('from the end delivers only new events [$all]', async () => {
    const prefix = store.stream('end')
    await write(`${prefix}-before`)
    const live = collect(
      store.client.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [prefix] }) }),
    )
    await live.caughtUp()
    await write(`${prefix}-after`)
    await live.received(1)
    expect(live.seen.map(({ streamId }) => streamId)).toEqual([`${prefix}-after`])
    await live.end()
  })

  it('without a filter delivers system events too [$all]', async () => {
    const stream = store.stream()
    const from = await now()
    await store.client.setStreamMetadata(stream, { maxCount: 100 })
    await write(stream)
    const live = collect(store.client.subscribeToAll({ fromPosition: from }))
    await waitUntil('the event', () => live.seen.some(({ streamId }) => streamId === stream))
    expect(live.seen.map(({ streamId }) => streamId)).toContain(`$$${stream}`)
    await live.end()
  })

  it('delivers concurrent writes in order, without gaps or duplicates [$all]', async () => {
    const prefix = store.stream('live')
    const from = await now()
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [prefix] }) }),
    )
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 30 }, (_, index) => write(`${prefix}-${round}-${index}`)))
    }
    await live.received(300)
    expect(new Set(live.seen.map(({ streamId }) => streamId)).size).toBe(300)
    const positions = live.seen.map(({ position }) => position?.commit as bigint)
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)))
    await live.end()
  })

  it('has the same order for all subscribers [$all]', async () => {
    const prefix = store.stream('same')
    const from = await now()
    const open = () =>
      collect(store.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [prefix] }) }))
    const [one, other] = [open(), open()]
    await Promise.all(Array.from({ length: 100 }, (_, index) => write(`${prefix}-${index}`)))
    await Promise.all([one.received(100), other.received(100)])
    expect(one.seen.map(({ id }) => id)).toEqual(other.seen.map(({ id }) => id))
    await Promise.all([one.end(), other.end()])
  })

  it('reports "caught up" again after falling behind [$all]', async () => {
    const prefix = store.stream('again')
    const from = await now()
    const live = collect(
      store.client.subscribeToAll({ fromPosition: from, filter: streamNameFilter({ prefixes: [prefix] }) }),
    )
    await live.caughtUp()
    // The server decides how often; clients must cope with repetitions.
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(`${prefix}-${index}`, 20)))
    await live.received(400)
    expect(live.words.filter((word) => word === 'confirmation')).toHaveLength(1)
    await live.end()
  })

  it('waits for a slow reader and loses nothing [$all]', async () => {
    const prefix = store.stream('slow')
    const from = await now()
    for (let index = 0; index < 20; index += 1) await write(`${prefix}-${index}`, 100)
    const subscription = store.client.subscribeToAll({
      fromPosition: from,
      filter: streamNameFilter({ prefixes: [prefix] }),
    })
    let seen = 0
    for await (const _ of subscription) {
      seen += 1
      if (seen % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      if (seen === 1000) await write(`${prefix}-late`, 100)
      if (seen === 2100) break
    }
    expect(seen).toBe(2100)
    await subscription.unsubscribe()
  })
})

describe('checkpoints', () => {
  const withCheckpoints = (
    prefix: string,
    from: Position,
    options: { checkpointInterval?: number; maxSearchWindow?: number } = {},
  ) => {
    const reached: Position[] = []
    const order: string[] = []
    const subscription = store.client.subscribeToAll({
      fromPosition: from,
      filter: streamNameFilter({
        prefixes: [prefix],
        ...options,
        checkpointReached: async (_subscription: unknown, position: Position) => {
          reached.push(position)
          order.push('checkpoint')
        },
      }),
    })
    const live = collect(subscription)
    subscription.on('data', () => void order.push('event'))
    return { live, reached, order }
  }

  it('are never beyond the last event sent when a catch-up ends [$all]', async () => {
    const prefix = store.stream('sent')
    const from = await now()
    const sent = await write(`${prefix}-1`)
    await write(store.stream('foreign'), 10)
    // The catch-up does not fill the window, so only its end could cause a checkpoint.
    const { live, reached } = withCheckpoints(prefix, from, { maxSearchWindow: 1_000, checkpointInterval: 1_000 })
    await live.caughtUp()
    expect(live.seen).toHaveLength(1)
    expect(reached.filter(({ commit }) => commit > sent.commit)).toEqual([])
    await live.end()
  })

  it('come every window times interval events, matching or not [$all]', async () => {
    const from = await now()
    await write(store.stream('foreign'), 100)
    const { live, reached } = withCheckpoints(store.stream('nothing'), from, {
      maxSearchWindow: 10,
      checkpointInterval: 2,
    })
    await live.caughtUp()
    expect(reached.length).toBeGreaterThanOrEqual(5)
    await live.end()
  })

  it('also come live [$all]', async () => {
    const from = await now()
    const { live, reached } = withCheckpoints(store.stream('nothing'), from, {
      maxSearchWindow: 5,
      checkpointInterval: 1,
    })
    await live.caughtUp()
    const before = reached.length
    await write(store.stream('foreign'), 50)
    await waitUntil('a checkpoint', () => reached.length > before)
    await live.end()
  })

  it('never repeat and never go back [$all]', async () => {
    const prefix = store.stream('rising')
    const from = await now()
    for (let index = 0; index < 10; index += 1) {
      await write(`${prefix}-${index}`, 7)
      await write(store.stream('foreign'), 7)
    }
    const { live, reached } = withCheckpoints(prefix, from, { maxSearchWindow: 4, checkpointInterval: 1 })
    await live.caughtUp()
    await write(`${prefix}-live`, 20)
    await live.received(90)
    const commits = reached.map(({ commit }) => commit)
    expect(commits).toEqual([...new Set(commits)].toSorted((a, b) => Number(a - b)))
    await live.end()
  })

  it('are restart points: nothing is missed or repeated [$all]', async () => {
    const prefix = store.stream('resume')
    const from = await now()
    for (let index = 0; index < 30; index += 1) await write(`${prefix}-${index}`, 3)
    const first = withCheckpoints(prefix, from, { maxSearchWindow: 10, checkpointInterval: 1 })
    await waitUntil('a checkpoint', () => first.reached.length >= 3)
    await first.live.end()
    const checkpoint = first.reached[1] as Position
    const until = first.live.seen.filter(({ position }) => (position?.commit ?? 0n) <= checkpoint.commit)
    const second = withCheckpoints(prefix, checkpoint)
    await second.live.caughtUp()
    expect(until.length + second.live.seen.length).toBe(90)
    await second.live.end()
  })
})
