import { expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { createGeneration, makeTables } from '../generations/generations.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import { dropLeftOvers, moveReplay, startReplay } from '../replay/replay-control.ts'

const { pool } = await testDatabase()

it('an unneeded generation is dropped once unread; other failures are reported and do not stop the rest', async () => {
  await createGeneration(pool, readModels)
  const discarded = async () => {
    const replay = await startReplay(pool, { reason: 'a test', startedBy: 1 })
    await makeTables(pool, replay!.generation, readModels)
    await moveReplay(pool, { from: ['building'], to: 'discarded' })
    return replay!.generation
  }
  const [read, bound, free] = [await discarded(), await discarded(), await discarded()]
  const told: [number, string][] = []
  const drop = () => dropLeftOvers(pool, (generation, error) => told.push([generation, String(error)]))
  const reader = await pool.connect()
  try {
    await reader.query(`BEGIN; SELECT count(*) FROM ${generationSchema(read)}.movements`)
    await pool.query(`CREATE FUNCTION keep() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN IF EXISTS (SELECT 1 FROM pg_event_trigger_dropped_objects() WHERE object_identity = '${generationSchema(bound)}') THEN RAISE 'it is bound'; END IF; END $$`)
    await pool.query('CREATE EVENT TRIGGER keep ON sql_drop EXECUTE FUNCTION keep()')
    expect(await drop()).toEqual([free])
    expect(told).toEqual([[bound, 'error: it is bound']])
  } finally {
    await reader.query('ROLLBACK')
    reader.release()
    await pool.query('DROP EVENT TRIGGER IF EXISTS keep')
  }
  expect(new Set(await drop())).toEqual(new Set([read, bound]))
})
