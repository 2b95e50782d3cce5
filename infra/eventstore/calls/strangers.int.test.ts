/** A store with a secret refuses clients without it. */
import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEventStore } from '../../local/servers/event-store.ts'
import { testServices, type TestServices } from '../../testing/harness.ts'
import { all } from '../contract/store.ts'
import { counted, newStream, UNSAFE } from '../embedded.ts'

const secret = randomUUID()
const clients: EventStoreDBClient[] = []
let services: TestServices
let server: Awaited<ReturnType<typeof startEventStore>>
beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: false, migrate: false })
  server = await startEventStore({ databaseUrl: services.databaseUrl, secret, env: UNSAFE })
})
afterAll(async () => {
  for (const client of clients) await client.dispose()
  await server.stop()
  await services.close()
})

function clientAt(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  clients.push(client)
  return client
}

it('clients with the secret read and write; others can do nothing, whatever the call', async () => {
  const known = clientAt(server.url)
  const stream = newStream()
  await known.appendToStream(stream, counted(1), { expectedRevision: NO_STREAM })

  const address = `esdb://127.0.0.1:${server.port}?tls=false`
  for (const url of [address, `${address}&connectionName=${randomUUID()}`]) {
    const stranger = clientAt(url)
    const heard = async () => {
      for await (const _ of stranger.subscribeToStream(stream)) return
    }
    for (const call of [
      () => stranger.appendToStream(stream, counted(2)),
      () => stranger.appendToStream(stream, counted(2), { credentials: { username: 'admin', password: 'changeit' } }),
      () => all(stranger.readStream(stream)),
      () => all(stranger.readAll()),
      heard,
      () => stranger.deleteStream(stream),
      () => stranger.tombstoneStream(stream),
    ])
      await expect(call()).rejects.toThrow('Not Authenticated')
  }
  expect((await all(known.readStream(stream))).map(({ revision }) => Number(revision))).toEqual([0])
  await known.tombstoneStream(stream)
})
