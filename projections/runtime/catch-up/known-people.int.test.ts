import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { insertUser } from '../../../infra/testing/people/people-rows.ts'
import { readModels } from '../../all.ts'
import { firstDay } from '../../testing/first-day.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createCatchUp } from './catch-up.ts'
import { createKnownPeople, passIds } from './known-people.ts'

const FIRST_ID = 1_001

const { pool } = await testDatabase({ max: 6 })
let told: unknown[]
let history: History

beforeEach(async () => {
  await firstDay(pool)
  await pool.query(`DELETE FROM users; SELECT setval('users_id_seq', ${FIRST_ID}, false)`)
  told = []
  history = new History()
})

const worker = () => {
  const people = createKnownPeople(pool, (ids) => told.push(ids))
  return createCatchUp({ pool, log: arrayLog(history.events), readModels, people, batchEvents: 3 })
}
let count = 0
const signUp = () =>
  insertUser(pool, { role: 'buyer', passwordHash: 'x', code: `KP${String((count += 1)).padStart(4, '0')}` })

describe('a user ID in the log', () => {
  it('is never reassigned after PostgreSQL was restored from an older backup, and the operator is told once', async () => {
    history.award({ businessId: 1_500, buyerId: 1_002 }, 5_000)
    for (const buyerId of [1_040, 2_000, 1_001, 2_007, 2_003]) history.award({ businessId: 11, buyerId }, 5_000)
    await worker()()
    expect((await signUp()).id).toBe(2_008)
    expect(told).toEqual([{ given: 1_000, known: 2_000 }])
  })

  it('includes the actor’s, and the business’s on whose behalf an administrator acted', async () => {
    history.award({ businessId: 11, buyerId: 12 }, 5_000, { onBehalfOf: 3_000 })
    await worker()()
    expect((await signUp()).id).toBe(3_001)
  })

  it('counts from the first event read, and the sequence only moves forward', async () => {
    const run = worker()
    const { id } = await signUp()
    history.award({ businessId: 11, buyerId: id }, 5_000)
    await run()
    expect(told).toEqual([])
    await expect(passIds(pool, id - 1)).resolves.toBeUndefined()
    expect((await signUp()).id).toBe(id + 1)
  })

  it('is checked anew after a failed job, because the database may have been restored', async () => {
    const people = createKnownPeople(pool, (ids) => told.push(ids))
    let fails = false
    const log = arrayLog(history.events)
    const run = createCatchUp({
      pool,
      log: {
        ...log,
        read: (after, limit) => (fails ? Promise.reject(new Error('the connection is gone')) : log.read(after, limit)),
      },
      readModels,
      people,
    })
    history.award({ businessId: 11, buyerId: 4_000 }, 5_000)
    await run()
    await pool.query(`SELECT setval('users_id_seq', ${FIRST_ID}, false)`)
    fails = true
    await expect(run()).rejects.toThrow('gone')
    fails = false
    history.award({ businessId: 11, buyerId: 3_999 }, 5_000)
    await run()
    expect((await signUp()).id).toBe(4_000)
  })
})
