import { expect, it } from 'vitest'
import { createPool } from '#platform/postgres/postgres.ts'
import { countingRows } from '../../infra/testing/rows-read.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { parseAccountEvent } from '../runtime/catch-up/account-event.ts'
import { liveCheckpoint } from '../runtime/catch-up/checkpoints.ts'
import { generationSchema } from '../runtime/generations/generation-schema.ts'
import { History } from '../testing/history.ts'
import { shown } from '../testing/shown.ts'
import { dayReport } from './projection.ts'

const WHO = { businessId: 11, buyerId: 101 }
const AWARDS = 5_000
const ROWS_MAX = 100

const { services, pool } = await testDatabase({ max: 2 })

/** A long account in a busy business, of which the newest award is corrected, then voided, and a perk is reopened. */
function longAccount(): History {
  const history = new History()
  for (let each = 0; each < AWARDS; each += 1) {
    history.award(WHO, 5_000)
    history.award({ businessId: 11, buyerId: 1_000 + each }, 500)
  }
  const redemptionId = history.redeem(WHO, 50)
  const awardId = history.award(WHO, 5_000)
  history.use(WHO, redemptionId)
  history.correct(WHO, awardId, 3_000)
  history.void(WHO, awardId)
  history.reopen(WHO, redemptionId)
  return history
}

it('undoing in an account with thousands of purchases reads few rows, also with a generic plan', async () => {
  const { events } = longAccount()
  await shown(pool, events, 1_000)
  await pool.query('ANALYZE')
  const schema = generationSchema((await liveCheckpoint(pool))!.generation)
  const generic = createPool(services.databaseUrl, { max: 1, name: 'test' })
  try {
    await generic.query('SET plan_cache_mode = force_generic_plan')
    for (const event of events.slice(-4)) {
      const { db, most } = countingRows(generic)
      await db.query(dayReport.statement(schema, [parseAccountEvent(event)])!)
      expect([event.type, most()]).toEqual([event.type, expect.toSatisfy((rows: number) => rows <= ROWS_MAX)])
    }
  } finally {
    await generic.end()
  }
})
