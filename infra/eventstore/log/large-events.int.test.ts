/** Readers of maximum-size events must cost the server only a few events of memory. */
import { readFileSync } from 'node:fs'
import { BACKWARDS, type EventStoreDBClient, END, streamNameFilter } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { all, collect } from '../contract/store.ts'
import { type EmbeddedStore, embeddedStore } from '../embedded.ts'

const EVENTS = 240
const MEGABYTE = 1_000_000
const MOST_MEMORY = 350 * MEGABYTE

let store: EmbeddedStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await embeddedStore()
  await store.query(`INSERT INTO events (position, stream, revision, id, type, is_json, created_ms, data, metadata)
    SELECT 1000000 + 100 * revision, 'account-large', revision, gen_random_uuid(), 'Counted', true, 1, convert_to('"' || repeat('x', ${MEGABYTE}) || '"', 'UTF8'), ''
    FROM generate_series(0, ${EVENTS - 1}) AS revision`)
  // The server does not know events written directly to the table.
  await store.restart()
  client = store.client()
})
afterAll(() => store.close())

/** Peak memory of the server process, in bytes. */
const mostMemory = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${store.server.pid}/status`, 'utf8'))?.[1]) * 1024
const revisions = (events: readonly { revision: bigint }[]) => events.map(({ revision }) => Number(revision))
const upwards = Array.from({ length: EVENTS }, (_, revision) => revision)

describe('a log of large events', () => {
  it('is read in both directions, in order and up to the count, without holding it in memory', async () => {
    expect(revisions(await all(client.readStream('account-large')))).toEqual(upwards)
    expect(
      revisions(await all(client.readStream('account-large', { direction: BACKWARDS, fromRevision: END }))),
    ).toEqual(upwards.toReversed())
    expect(revisions(await all(client.readStream('account-large', { fromRevision: 3n, maxCount: 50 })))).toEqual(
      upwards.slice(3, 53),
    )
    const log = await all(client.readAll())
    expect(revisions(log.filter(({ streamId }) => streamId === 'account-large'))).toEqual(upwards)
    expect(mostMemory()).toBeLessThan(MOST_MEMORY)
  }, 240_000)

  it('is delivered completely and in order to subscriptions', async () => {
    for (const subscription of [
      client.subscribeToStream('account-large'),
      client.subscribeToAll({ filter: streamNameFilter({ prefixes: ['account-'] }) }),
    ]) {
      const live = collect(subscription)
      await live.caughtUp(100_000)
      expect(revisions(live.seen)).toEqual(upwards)
      await live.end()
    }
    expect(mostMemory()).toBeLessThan(MOST_MEMORY)
  }, 240_000)
})
