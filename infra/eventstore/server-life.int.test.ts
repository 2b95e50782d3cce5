/** One writer, nothing lost or duplicated: kills, a second server, a lost session, a clean stop. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient, NO_STREAM, UnavailableError } from '@eventstore/db-client'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEventStore } from '../local/servers/event-store.ts'
import { testServices } from '../testing/harness.ts'
import { silentProxy } from '../testing/servers/silent-proxy.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { all, collect, failure } from './contract/store.ts'
import { counted, type EmbeddedStore, embeddedStore, newStream, UNSAFE } from './embedded.ts'

let store: EmbeddedStore
beforeEach(async () => {
  store = await embeddedStore()
})
afterEach(() => store.close())

describe('a store killed during group commits', () => {
  it('loses and duplicates no acknowledged append, however often', async () => {
    const acknowledged = new Map<string, { ids: string[]; position: bigint }>()
    let ending = false
    // Each writer repeats an append with the same IDs until it is answered.
    const writer = async () => {
      let client = store.client()
      while (!ending) {
        const stream = newStream()
        const events = [counted(1), counted(2)]
        for (;;) {
          const answer = await Promise.race([
            client.appendToStream(stream, events, { expectedRevision: NO_STREAM }).catch(() => undefined),
            sleep(1500, undefined),
          ])
          if (answer) {
            acknowledged.set(stream, { ids: events.map(({ id }) => id), position: answer.position?.commit as bigint })
            break
          }
          if (ending) return
          await sleep(20)
          client = store.client()
        }
      }
    }
    const writers = Promise.all(Array.from({ length: 8 }, writer))
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged.size
      await waitUntil('appends to flow', () => acknowledged.size > before + 100)
      await store.restart()
    }
    const last = acknowledged.size
    await waitUntil('appends to flow again', () => acknowledged.size > last + 100)
    ending = true
    await writers

    const rows =
      await store.query(`SELECT stream, array_agg(id::text ORDER BY revision) AS ids, max(position)::text AS position,
      array_agg(revision::int ORDER BY revision) AS revisions FROM events WHERE stream LIKE 'account-%' GROUP BY stream`)
    const found = new Map(rows.map((row) => [row['stream'] as string, row]))
    for (const [stream, { ids, position }] of acknowledged) {
      expect(found.get(stream)).toEqual({ stream, ids, position: String(position), revisions: [0, 1] })
    }
    // Unacknowledged appends are complete or absent.
    for (const row of rows) expect(row['revisions']).toEqual([0, 1])
  })

  it('continues after a restart: order, positions and repeats survive', async () => {
    const stream = newStream()
    const events = [counted(1), counted(2)]
    const first = await store.client().appendToStream(stream, events, { expectedRevision: NO_STREAM })
    await store.restart()
    const client = store.client()
    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(first)
    const next = await client.appendToStream(stream, counted(3), { expectedRevision: 1n })
    expect(next.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n)
    expect((await all(client.readStream(stream))).map(({ revision }) => Number(revision))).toEqual([0, 1, 2])
    // After a restart, positions are looked up in the table, inclusively.
    const fromPosition = first.position!
    const found = await all(client.readAll({ fromPosition, maxCount: 2 }))
    expect(found.map(({ id, position }) => [id, position?.commit])).toEqual([
      [events[1]!.id, fromPosition.commit],
      [expect.any(String), next.position?.commit],
    ])
  })
})

describe('an unfinished commit', () => {
  it('is neither answered nor visible', async () => {
    const client = store.client()
    const stream = newStream()
    const live = collect(client.subscribeToStream(stream))
    await live.confirmed()
    const holder = new pg.Client({ connectionString: store.databaseUrl })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE')
    const pending = client.appendToStream(stream, counted(1), { expectedRevision: NO_STREAM })
    expect(await Promise.race([pending, sleep(400, 'waiting')])).toBe('waiting')
    expect(live.seen).toEqual([])
    await holder.query('COMMIT')
    await holder.end()
    expect(await pending).toMatchObject({ nextExpectedRevision: 0n })
    await live.received(1)
    await live.end()
  })
})

describe('a second server on the same database', () => {
  it('does not start, and reports why', async () => {
    const second = await failure(startEventStore({ databaseUrl: store.databaseUrl, env: UNSAFE }))
    expect(second.message).toContain('Another embedded event store is running on this database')
  })

  it('can take over once the first is gone', async () => {
    const stream = newStream()
    await store.client().appendToStream(stream, counted(1), { expectedRevision: NO_STREAM })
    await store.restart()
    expect(await all(store.client().readStream(stream))).toHaveLength(1)
  })
})

describe('a server that loses its writing session', () => {
  it('stops, so that it can never write beside its successor', async () => {
    await store.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'hatik-eventstore-writer' AND datname = current_database()`)
    expect(await store.server.exited).toMatch(/code 1/)
    await store.restart()
    await store.client().appendToStream(newStream(), counted(1), { expectedRevision: NO_STREAM })
  })

  it('stops if PostgreSQL is silent, and the next server continues', async () => {
    const services = await testServices({ eventStore: false, redis: false, migrate: false })
    const proxy = await silentProxy(services.databaseUrl)
    const server = await startEventStore({ databaseUrl: proxy.url, env: UNSAFE })
    const client = EventStoreDBClient.connectionString(server.url)
    const stream = newStream()
    const event = counted(1)
    await client.appendToStream(stream, event, { expectedRevision: NO_STREAM })
    proxy.silence()
    const second = counted(2)
    expect(await failure(client.appendToStream(stream, second, { expectedRevision: 0n }))).toBeInstanceOf(Error)
    expect(await server.exited).toMatch(/code 1/)
    await client.dispose().catch(() => {})

    // PostgreSQL notices the dead connection; here the proxy ends it.
    await proxy.close()
    const next = await startEventStore({ databaseUrl: services.databaseUrl, env: UNSAFE })
    const again = EventStoreDBClient.connectionString(next.url)
    await again.appendToStream(stream, second, { expectedRevision: 0n })
    expect((await all(again.readStream(stream))).map((each) => each?.id)).toEqual([event.id, second.id])
    await again.dispose()
    await next.stop()
    await services.close()
  }, 60_000)

  it('survives the loss of a reading session', async () => {
    const stream = newStream()
    const client = store.client()
    await client.appendToStream(stream, counted(1), { expectedRevision: NO_STREAM })
    await all(client.readStream(stream))
    await store.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'hatik-eventstore-reader' AND datname = current_database()`)
    expect(await waitUntil('a read', () => all(client.readStream(stream)).catch(() => undefined))).toHaveLength(1)
  })
})

describe('a commit that fails', () => {
  it('is answered as not ready, and decisions based on it are discarded', async () => {
    const client = store.client()
    const stream = newStream()
    await client.appendToStream(stream, counted(1), { expectedRevision: NO_STREAM })
    await store.query(`ALTER TABLE events ADD CONSTRAINT not_now CHECK (type <> 'Counted') NOT VALID`)
    expect(await failure(client.appendToStream(stream, counted(2), { expectedRevision: 0n }))).toMatchObject({
      type: 'unknown',
    })
    await store.query('ALTER TABLE events DROP CONSTRAINT not_now')
    expect(await client.appendToStream(stream, counted(2), { expectedRevision: 0n })).toMatchObject({
      nextExpectedRevision: 1n,
    })
  })
})

describe('a clean stop', () => {
  it('ends open calls as unavailable, never as successful', async () => {
    const client = store.client()
    const live = collect(client.subscribeToAll())
    await live.caughtUp()
    await store.switches.order({ fault: 'freeze-writes', times: -1 })
    const pending = failure(client.appendToStream(newStream(), counted(1), { expectedRevision: NO_STREAM }))
    await sleep(100)
    await store.server.stop()
    expect(await store.server.exited).toMatch(/code 0/)
    expect(await live.failed()).toBeInstanceOf(UnavailableError)
    expect(await pending).toMatchObject({ message: expect.stringContaining('Server Is Shutting Down') })
  })
})

describe('a database that could lose acknowledged events', () => {
  it('is refused unless allowed', async () => {
    await store.server.stop()
    const name = `"${new URL(store.databaseUrl).pathname.slice(1)}"`
    await store.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
    const refused = await failure(
      startEventStore({ databaseUrl: store.databaseUrl, env: { EVENTSTORE_ALLOW_UNSAFE: '0' } }),
    )
    expect(refused.message).toContain('synchronous_commit is off')
  })
})

describe('the log', () => {
  it('delivers each event once to every subscriber, even behind the live buffer', async () => {
    const prefix = newStream('behind')
    const client = store.client()
    const live = collect(client.subscribeToAll())
    await live.caughtUp()
    // More than the live buffer holds, while the reader is paused.
    const subscription = store.client().subscribeToAll()
    subscription.pause()
    for (let index = 0; index < 12; index += 1) {
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          client.appendToStream(
            `${prefix}-${index}-${at}`,
            Array.from({ length: 100 }, () => counted(randomUUID())),
            { expectedRevision: NO_STREAM },
          ),
        ),
      )
    }
    const slow = collect(subscription)
    subscription.resume()
    const mine = (seen: { streamId: string; id: string }[]) =>
      seen.filter(({ streamId }) => streamId.startsWith(prefix)).map(({ id }) => id)
    await waitUntil('all events', () => mine(slow.seen).length >= 12_000 && mine(live.seen).length >= 12_000)
    expect(mine(slow.seen)).toEqual(mine(live.seen))
    expect(new Set(mine(slow.seen)).size).toBe(12_000)
    await live.end()
    await slow.end()
  })
})

it('logs repeated commit failures at most about twenty times a minute', async () => {
  const [stream, event] = [newStream(), counted(1)]
  const append = () => store.client().appendToStream(stream, event, { expectedRevision: NO_STREAM })
  await store.query(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON events EXECUTE FUNCTION no_room()`)
  for (let tried = 0; tried < 60; tried += 1) await failure(append())
  const said = store.lines.filter((line) => line.includes('No space left on device'))
  expect(said.length).toBeGreaterThan(0)
  // Twenty in each of two minutes, if a minute ends meanwhile.
  expect(said.length).toBeLessThanOrEqual(40)
  await store.query('DROP FUNCTION no_room CASCADE')
  await append()
})
