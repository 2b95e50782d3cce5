import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { dropDatabase } from '../local/servers/database.ts'
import { startEventStore } from '../local/servers/event-store.ts'
import type { RunningServer } from '../local/servers/postgres.ts'
import { testServices, type TestServices } from '../testing/harness.ts'
import { fillLog, filledAccounts, FILLED_BUSINESS } from './filled-log.ts'
import { writtenAward } from './written-award.ts'

const EVENTS = 1_000
const unsafe = { EVENTSTORE_ALLOW_UNSAFE: '1' }

let services: TestServices
let server: RunningServer
let store: EventStoreGateway
let databaseUrl: string

beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: false, migrate: false })
  databaseUrl = `${services.databaseUrl}_filled`
  await (await startEventStore({ databaseUrl, env: unsafe })).stop()
  await fillLog(databaseUrl, EVENTS)
  server = await startEventStore({ databaseUrl, env: unsafe })
  store = createEventStoreGateway(server.url)
})

afterAll(async () => {
  await store?.close()
  await server?.stop()
  await dropDatabase(databaseUrl)
  await services?.close()
})

it('a filled log is valid for the store, which continues it', async () => {
  const deadlineAt = Date.now() + 10_000
  const accounts = filledAccounts(EVENTS)
  const streams = [1, accounts].map((buyer) => accountStream(FILLED_BUSINESS, buyer))
  for (const stream of streams) {
    const events = await store.readStream(stream, 0, { deadlineAt })
    expect(events.map(({ revision }) => revision)).toEqual(
      Array.from({ length: EVENTS / accounts }, (_, revision) => revision),
    )
    const last = events.at(-1)!
    expect(
      await store.append(stream, last.revision - 1, [writtenAward(FILLED_BUSINESS, 500, new Date())], { deadlineAt }),
    ).toEqual({ kind: 'conflict' })
    const outcome = await store.append(stream, last.revision, [writtenAward(FILLED_BUSINESS, 500, new Date())], {
      deadlineAt,
    })
    expect(outcome).toMatchObject({ kind: 'written', revision: last.revision + 1 })
    expect(outcome.kind === 'written' && outcome.position > last.position).toBe(true)
  }
  const log = store.openLogReader()
  const { events, reachedHead } = await log.read(null, EVENTS * 2)
  await log.close()
  expect({ events: events.length, reachedHead }).toEqual({ events: EVENTS + streams.length, reachedHead: true })
})
