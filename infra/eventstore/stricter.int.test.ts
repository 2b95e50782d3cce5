/** Where the embedded store is deliberately stricter than the real one, and what it omits (README.md). */
import { credentials, Metadata, status } from '@grpc/grpc-js'
import { NO_STREAM, type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client'
import { UsersClient } from '@eventstore/db-client/generated/users_grpc_pb.js'
import users from '@eventstore/db-client/generated/users_pb.js'
import { PersistentSubscriptionsClient } from '@eventstore/db-client/generated/persistent_grpc_pb.js'
import persistent from '@eventstore/db-client/generated/persistent_pb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { all, collect, failure } from './contract/store.ts'
import { counted, type EmbeddedStore, embeddedStore, newStream } from './embedded.ts'

let store: EmbeddedStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await embeddedStore()
  client = store.client()
})
afterAll(() => store.close())

const append = (stream: string, count = 1) =>
  client.appendToStream(
    stream,
    Array.from({ length: count }, (_, index) => counted(index)),
    { expectedRevision: NO_STREAM },
  )

describe('the embedded event store is stricter', () => {
  it('a new log already holds system events, one of them not JSON', async () => {
    const first = await all(client.readAll({ fromPosition: START, maxCount: 3 }))
    expect(first.map(({ streamId }) => streamId)).toEqual(['$$$stats-embedded', '$stats-embedded', '$users'])
    expect(first[2]?.isJson).toBe(false)
  })

  it('statistics are logged after every few hundred events', async () => {
    const { position } = await append(newStream(), 300)
    await append(newStream())
    await append(newStream())
    const found = await all(client.readAll({ fromPosition: position ?? START, maxCount: 100 }))
    expect(found.some(({ streamId }) => streamId === '$stats-embedded')).toBe(true)
  })

  it('positions have gaps', async () => {
    const stream = newStream()
    await append(stream, 50)
    const positions = (await all(client.readStream(stream))).map(({ position }) => Number(position?.commit))
    for (const [index, position] of positions.entries())
      if (index > 0) expect(position - (positions[index - 1] ?? 0)).toBeGreaterThan(1)
  })

  it('a position whose halves differ is refused, in reads and in subscriptions', async () => {
    const { position } = await append(newStream())
    const fromPosition = { commit: position?.commit ?? 0n, prepare: 0n }
    expect(await failure(all(client.readAll({ fromPosition })))).toMatchObject({ code: status.UNKNOWN })
    const live = collect(client.subscribeToAll({ fromPosition }))
    expect(await live.failed()).toMatchObject({ code: status.INVALID_ARGUMENT })
  })

  it('a position is valid from its commit on, before the writer has processed it', async () => {
    const stream = newStream()
    await append(stream)
    const [row] =
      await store.query(`INSERT INTO events SELECT position + 1000000, stream, revision + 1, gen_random_uuid(), type, is_json, created_ms, data, metadata
      FROM events ORDER BY position DESC LIMIT 1 RETURNING position`)
    const commit = BigInt(row?.['position'] as string)
    const fromPosition = { commit, prepare: commit }
    expect((await all(client.readAll({ fromPosition }))).map(({ streamId }) => streamId)).toEqual([stream])
    const live = collect(client.subscribeToAll({ fromPosition, filter: streamNameFilter({ prefixes: [stream] }) }))
    await live.caughtUp()
    expect(live.words).not.toContain('event')
    await live.end()
    await store.query(`DELETE FROM events WHERE position = ${commit}`)
  })

  it('"caught up" is repeated to a live reader', async () => {
    const prefix = newStream('again')
    const live = collect(client.subscribeToAll({ filter: streamNameFilter({ prefixes: [prefix] }) }))
    await live.caughtUp()
    for (let index = 0; index < 5; index += 1) await append(`${prefix}-${index}`, 40)
    await waitUntil('caught up again', () => live.words.filter((word) => word === 'caughtUp').length >= 3)
    await live.end()
  })

  it('with any, only a few thousand ids are remembered, and none after a restart', async () => {
    const [stream, event] = [newStream(), counted(1)]
    await client.appendToStream(stream, event, { expectedRevision: 'any' })
    await store.restart()
    const again = store.client()
    await waitUntil('an answer', () =>
      again.appendToStream(stream, event, { expectedRevision: 'any' }).catch(() => undefined),
    )
    expect(await all(again.readStream(stream))).toHaveLength(2)
    client = again
  })

  it('a name that PostgreSQL cannot store is refused, not changed', async () => {
    const neighbour = append(newStream())
    expect(await failure(append('zero-\0-byte'))).toMatchObject({
      type: 'unknown',
      message: expect.stringContaining('Stream name is not valid text'),
    })
    expect(await neighbour).toMatchObject({ nextExpectedRevision: 0n })
  })

  it('nobody writes to $all', async () => {
    expect(await failure(client.appendToStream('$all', counted(1), { expectedRevision: 'any' }))).toMatchObject({
      type: 'access-denied',
    })
  })
})

describe('what the embedded event store omits', () => {
  it('answers UNIMPLEMENTED', async () => {
    const address = `127.0.0.1:${store.server.port}`
    const call = (run: (callback: (error: unknown) => void) => void) => new Promise((resolve) => run(resolve))
    const usersClient = new UsersClient(address, credentials.createInsecure())
    expect(await call((callback) => usersClient.create(new users.CreateReq(), callback))).toMatchObject({
      code: status.UNIMPLEMENTED,
    })
    usersClient.close()
    const groups = new PersistentSubscriptionsClient(address, credentials.createInsecure())
    expect(await call((callback) => groups.create(new persistent.CreateReq(), new Metadata(), callback))).toMatchObject(
      { code: status.UNIMPLEMENTED },
    )
    groups.close()
  })
})

describe('the embedded event store', () => {
  it('is identified by its version', async () => {
    const capabilities = await (client as unknown as { capabilities: Promise<{ serverVersion: string }> }).capabilities
    expect(capabilities.serverVersion).toBe('0.1.0-embedded')
  })
})
