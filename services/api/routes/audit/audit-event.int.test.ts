import { expect, it } from 'vitest'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import { testDatabaseAndStore } from '../../../../infra/testing/servers/test-database.ts'
import { chainOf, storedEventAt } from './audit-event.ts'

const { pool, store } = await testDatabaseAndStore()

it('an event is shown as stored, alone and in its chain, also with fields of a later version (decision 60)', async () => {
  const event = award()
  const [data, metadata] = [
    { ...event.data, later: 'kept' },
    { ...event.metadata, later: 1 },
  ]
  const stored = Object.assign(event, { data, metadata })
  const outcome = await store.append(freshAccount().stream, NO_STREAM, [stored], inMs(10_000))
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  const sources = { pool, eventAt: store.eventAt, readStream: store.readStream }
  expect(await storedEventAt(sources, String(outcome.position))).toMatchObject({ data, metadata })
  const chain = await chainOf(sources, String(outcome.position))
  expect(chain?.links).toMatchObject([{ data, metadata, asked: true }])
})
