import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { countAtLeast, release, reserve, usedInMonth } from '#businesses/counter/quota.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { readModels } from '../all.ts'
import { createCatchUp } from '../runtime/catch-up/catch-up.ts'
import { arrayLog, History } from '../testing/history.ts'
import { takenOfMonth } from './taken-of-month.ts'

const MONTH = '2026-03'
const at = new Date('2026-03-10T08:00:00Z')
const LIMIT = 5
const cafe = { businessId: 11, buyerId: 101 }

const { pool } = await testDatabase()
const history = new History()
const project = createCatchUp({ pool, log: arrayLog(history.events), readModels })

const place = (awardId: string) =>
  reserve(pool, {
    awardId,
    businessId: cafe.businessId,
    stream: accountStream(cafe.businessId, cafe.buyerId),
    limit: LIMIT,
    at,
  })
/** As when a plan without a limit is replaced by one with a limit. */
const count = async () => countAtLeast(pool, cafe.businessId, MONTH, await takenOfMonth(pool, cafe.businessId, MONTH))
const used = () => usedInMonth(pool, cafe.businessId, MONTH)

it('counts reservations under way beside awards that took none, so that the limit holds whatever becomes of them (H11)', async () => {
  const underWay = randomUUID()
  await place(underWay)
  await place(history.award(cafe, 500, { at }))
  for (let each = 0; each < 2; each += 1) history.award(cafe, 500, { at })
  history.award(cafe, 500, { at: new Date('2026-02-10T08:00:00Z') })
  await project()

  // Three awards in the month; one of the two reservations belongs to one of them.
  await count()
  expect(await used()).toBe(4)
  await count()
  expect(await used()).toBe(4)

  await release(pool, { awardId: underWay, stream: accountStream(cafe.businessId, cafe.buyerId) })
  expect(await used()).toBe(3)
  const outcomes = [await place(randomUUID()), await place(randomUUID()), await place(randomUUID())]
  expect(outcomes.map(({ kind }) => kind)).toEqual(['reserved', 'reserved', 'limit_reached'])
})
