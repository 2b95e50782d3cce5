/** Database for a test file, at its top: `const { pool } = await testDatabase()`. */
import { afterAll } from 'vitest'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { openLedger, type OpenLedger } from '#platform/event-store/ledger.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { testServices, type TestServices } from '../harness.ts'

type Services = { services: TestServices; pool: Pool }

/** A migrated database, dropped after the file. `max`: connections. */
export async function testDatabase({ max = 4 } = {}): Promise<Services> {
  return open(await testServices({ eventStore: false, redis: false }), max)
}

export async function testDatabaseAndStore({ max = 4 } = {}): Promise<Services & { store: EventStoreGateway }> {
  const opened = open(await testServices({ redis: false }), max)
  const store = createEventStoreGateway(opened.services.eventStoreUrl)
  afterAll(() => store.close())
  return { ...opened, store }
}

/** As `testDatabaseAndStore`, with the ledger. */
export async function testDatabaseAndLedger({ max = 4 } = {}): Promise<Services & OpenLedger> {
  const opened = open(await testServices({ redis: false }), max)
  const ledger = openLedger(opened.services.eventStoreUrl)
  afterAll(() => ledger.store.close())
  return { ...opened, ...ledger }
}

function open(services: TestServices, max: number): Services {
  const pool = createPool(services.databaseUrl, { max, name: 'test' })
  afterAll(async () => {
    await pool.end()
    await services.close()
  })
  return { services, pool }
}
