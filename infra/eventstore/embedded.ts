/** An embedded store with its own database, for tests of this folder. Never the server of EVENTSTORE_URL. */
import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import pg from 'pg'
import { eventsDatabase } from '../local/servers/database.ts'
import { startEventStore } from '../local/servers/event-store.ts'
import { freePort } from '../local/ports.ts'
import { testServices } from '../testing/harness.ts'
import { testSwitches } from './test-switches.ts'

export const UNSAFE = { EVENTSTORE_ALLOW_UNSAFE: '1' }

/** Starts with test switches on. `restart` keeps port and log. */
export async function embeddedStore() {
  const services = await testServices({ eventStore: false, redis: false, migrate: false })
  const [port, controlPort] = [await freePort(), await freePort()]
  const env = { ...UNSAFE, EVENTSTORE_TEST_SWITCHES: '1', EVENTSTORE_CONTROL_PORT: String(controlPort) }
  const databaseUrl = eventsDatabase(services.databaseUrl)
  const lines: string[] = []
  const start = async () =>
    startEventStore({ databaseUrl: await services.openStoreDatabase(), port, env, log: (line) => lines.push(line) })
  let server = await start()
  const url = server.url
  const clients: EventStoreDBClient[] = []
  return {
    databaseUrl,
    url,
    get server() {
      return server
    },
    lines,
    switches: testSwitches(controlPort),
    client: () => {
      const client = EventStoreDBClient.connectionString(url)
      clients.push(client)
      return client
    },
    restart: async () => {
      await server.kill()
      server = await start()
    },
    query: async (text: string) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      try {
        return (await client.query(text)).rows as Record<string, unknown>[]
      } finally {
        await client.end()
      }
    },
    close: async () => {
      for (const client of clients) await client.dispose()
      await server.stop()
      await services.close()
    },
  }
}

export type EmbeddedStore = Awaited<ReturnType<typeof embeddedStore>>

export function counted(value: unknown, id: string = randomUUID()) {
  return jsonEvent({ id, type: 'Counted', data: { value } as Record<string, unknown> })
}

export function newStream(prefix = 'account'): string {
  return `${prefix}-${randomUUID()}`
}
