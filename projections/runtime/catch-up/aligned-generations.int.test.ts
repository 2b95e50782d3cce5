import { expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { readTables } from '../../testing/fold.ts'
import { arrayLog } from '../../testing/history.ts'
import { cafe, shop } from '../../testing/shop.ts'
import { createCatchUp } from './catch-up.ts'
import { liveCheckpoint } from './checkpoints.ts'
import { compareWithLive } from '../generations/compare.ts'
import { createGeneration } from '../generations/generations.ts'
import { switchTo } from '../generations/switch.ts'

const { pool } = await testDatabase({ max: 6 })

it('a generation that cannot reach the live position is neither compared nor made live, or the read models would go back', async () => {
  const history = shop()
  history.award(cafe, 700)
  await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
  const before = [await liveCheckpoint(pool), await readTables(pool)]
  const generation = await createGeneration(pool, readModels)
  // The last event is missing from this log.
  const rebuild = { pool, log: arrayLog(history.events.slice(0, -1)), readModels, generation }
  for (const attempt of [compareWithLive, switchTo])
    await expect(attempt(rebuild)).rejects.toThrow(`Generation ${generation} cannot reach position`)
  expect([await liveCheckpoint(pool), await readTables(pool)]).toEqual(before)

  const whole = { ...rebuild, log: arrayLog(history.events) }
  expect(
    (await compareWithLive(whole)).tables.every(({ changed, missing, extra }) => changed + missing + extra === 0),
  ).toBe(true)
  await switchTo(whole)
  expect(await liveCheckpoint(pool)).toMatchObject({ generation })
})
