import { expect, it } from 'vitest'
import { businessStream } from '#contracts/events/business-events.ts'
import { BIGINT_MAX } from '#contracts/units/numbers.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { readModels } from '../all.ts'
import { createCatchUp } from '../runtime/catch-up/catch-up.ts'
import { arrayLog, History } from '../testing/history.ts'
import { actsBefore } from './acts.ts'

const BUSINESS = 11
const { pool } = await testDatabase()

it('acts are paged newest first, even when positions gain a digit', async () => {
  const history = new History()
  const places = [9n, 10n, 99n, 100n, 88_838n, 457_288n]
  const events = places.map((position, revision) => {
    const event = history.append(
      { businessId: BUSINESS, buyerId: 101 },
      { type: 'BusinessSuspended', data: { reason: 'complaints', from: 'active' } },
    )
    return { ...event, stream: businessStream(BUSINESS), revision, position }
  })
  await createCatchUp({ pool, log: arrayLog(events), readModels })()

  const pages: string[][] = []
  for (let before: string | undefined = BIGINT_MAX; before !== undefined; before = pages.at(-1)?.at(-1)) {
    const page = await actsBefore(pool, { before, limit: 4 })
    if (page.length === 0) break
    pages.push(page.map(({ position }) => position))
  }
  expect(pages).toEqual([
    ['457288', '88838', '100', '99'],
    ['10', '9'],
  ])
})
