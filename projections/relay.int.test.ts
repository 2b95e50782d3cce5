import { expect, it } from 'vitest'
import { testDatabase } from '../infra/testing/servers/test-database.ts'
import { createRelay } from './relay.ts'

const { pool } = await testDatabase()

it('reports a stuck stream once, and a backlog from 1,000 events on at each power of ten', async () => {
  const wait = (stream: string, from: number, to: number) =>
    pool.query(
      `INSERT INTO event_outbox (stream, revision, event_id, type, data, metadata, recorded_at)
       SELECT $1, revision, gen_random_uuid(), 'Any', '{}', '{}', now() - interval '2 minutes' FROM generate_series($2::int, $3::int - 1) AS revision`,
      [stream, from, to],
    )
  let isStuck = true
  const store = {
    appendOther: async () =>
      isStuck ? ({ kind: 'conflict' } as const) : ({ kind: 'written', revision: 1, position: 1n } as const),
  }
  const told: unknown[] = []
  const relay = createRelay({
    pool,
    store,
    onStuck: (streams) => told.push(streams),
    onGrown: (waiting) => told.push(waiting),
  })
  const round = async () => {
    await relay()
    return told.splice(0)
  }

  await wait('heads-ledger', 0, 999)
  expect(await round()).toEqual([['heads-ledger']])
  await wait('heads-ledger', 999, 1_000)
  expect(await round()).toEqual([{ waiting: 1_000, lateStreams: ['heads-ledger'] }])
  await wait('heads-ledger', 1_000, 9_999)
  expect(await round()).toEqual([])
  await wait('business-1', 0, 1)
  expect(await round()).toEqual([
    ['heads-ledger', 'business-1'],
    { waiting: 10_000, lateStreams: ['heads-ledger', 'business-1'] },
  ])
  // After the backlog is written, the next one is reported anew.
  await pool.query('DELETE FROM event_outbox WHERE revision >= 1000')
  isStuck = false
  expect(await round()).toEqual([])
  isStuck = true
  await wait('heads-ledger', 1_000, 2_000)
  expect(await round()).toEqual([['heads-ledger'], { waiting: 1_000, lateStreams: ['heads-ledger'] }])
})
