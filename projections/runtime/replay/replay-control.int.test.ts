/** State transitions of replays: nothing half built may go live. */
import { expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import {
  buildAnew,
  currentReplay,
  dropLeftOvers,
  moveReplay,
  noteDiff,
  noteFailure,
  noteProgress,
  replayById,
  startReplay,
} from './replay-control.ts'

const { pool } = await testDatabase({ max: 6 })
const start = () => startReplay(pool, { reason: 'a test of the replay', startedBy: null })
const PROGRESS = { events: 7, eventsPerSecond: 1, position: 640n }

it('there is one at a time, even with concurrent requests', async () => {
  const started = (await Promise.all([start(), start(), start(), start()])).filter((replay) => replay !== undefined)
  expect(started).toHaveLength(1)
  const { rows } = await pool.query('SELECT generation FROM projection_generations WHERE NOT live')
  expect(rows, 'and no generation beside its own').toEqual([{ generation: started[0]!.generation }])
})

it('one being built cannot be switched to, made ready or restarted', async () => {
  const before = (await currentReplay(pool))!
  for (const to of ['awaiting_second', 'switching'] as const) {
    expect(await moveReplay(pool, { from: ['ready', 'awaiting_second'], to, askedBy: 1 })).toBeUndefined()
  }
  expect(await noteProgress(pool, before.id, 'comparing', PROGRESS)).toBe(false)
  await noteDiff(pool, before.id, { position: 640n, tables: [] })
  await buildAnew(pool, readModels, before)
  expect(await currentReplay(pool)).toEqual(before)
  expect(await noteProgress(pool, before.id, 'building', PROGRESS)).toBe(true)
})

it('an ended one stays so, and the next gets another generation', async () => {
  const discarded = (await moveReplay(pool, { from: ['building', 'ready'], to: 'discarded' }))!
  expect(discarded.endedAt).not.toBeNull()
  await noteFailure(pool, discarded.id, 'too late')
  expect(await moveReplay(pool, { from: ['discarded'], to: 'switching' })).toBeUndefined()
  expect(await replayById(pool, discarded.id)).toEqual(discarded)
  expect(await currentReplay(pool)).toBeUndefined()
  expect(await dropLeftOvers(pool, (_generation, error) => expect.fail(String(error)))).toEqual([discarded.generation])
  expect((await start())!.generation).toBeGreaterThan(discarded.generation)
})
