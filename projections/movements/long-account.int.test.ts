import { expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { History } from '../testing/history.ts'
import { shown } from '../testing/shown.ts'
import { recentAwards } from './queries.ts'
import { balancesAt, statementLines, statementSums, type Clock, type StatementMovement } from './statement.ts'

const WHO = { businessId: 11, buyerId: 101 }
const MOVEMENTS = 10_000
const SHORT_ACCOUNTS = 5_000
const PAGE = 200
const EVERYTHING = '9223372036854775807'
/** Joining every movement with every other takes a minute. */
const STATEMENT_TIMEOUT_MS = 5_000

const { services, pool } = await testDatabase({ max: 2 })

/** Many short accounts, which shape the generic plan, and a long one with voids and refunds. */
function oneLongAccount(): History {
  const history = new History()
  for (let buyerId = 1_000; buyerId < 1_000 + SHORT_ACCOUNTS; buyerId += 1)
    history.award({ businessId: 12, buyerId }, 500)
  while (history.events.length < SHORT_ACCOUNTS + MOVEMENTS) {
    const awardId = history.award(WHO, 5_000)
    history.award(WHO, 5_000)
    history.void(WHO, awardId)
    history.cancel(WHO, history.redeem(WHO, 50))
  }
  return history
}

it("a statement of 10,000 movements can be paged to its end, also with PostgreSQL's generic plan", async () => {
  const { events } = oneLongAccount()
  const own = events.filter(({ stream }) => stream === accountStream(WHO.businessId, WHO.buyerId))
  await shown(pool, events, 1_000)
  await pool.query('ANALYZE')
  const generic = createPool(services.databaseUrl, { max: 1, name: 'test', statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  try {
    await generic.query('SET plan_cache_mode = force_generic_plan')
    for (const clock of ['recorded', 'happened'] as const) {
      const span = { ...WHO, clock, from: null, until: null, position: EVERYTHING }
      const { movements, closingTenths } = await statementSums(generic, span)
      const lines = await pagesOf(clock)
      expect(lines).toHaveLength(movements)
      expect(lines.at(0)?.afterTenths).toBe(closingTenths)
      expect(lines.filter(({ type, amountAmd }) => type === 'AwardVoided' && amountAmd !== 5_000)).toEqual([])
      expect(lines.filter(({ type, perkId }) => type === 'PointsRefunded' && perkId !== 7)).toEqual([])
    }
    const at = new Date('2100-01-01')
    expect((await balancesAt(generic, { ...WHO, position: EVERYTHING, at, limit: PAGE })).recordedLater).toEqual([])
    let awards = 0
    let voided = 0
    for (let last: string | undefined = EVERYTHING; last !== undefined;) {
      const page = await recentAwards(generic, WHO.businessId, { limit: PAGE, beforePosition: last })
      awards += page.length
      voided += page.filter(({ voidedAt }) => voidedAt !== null).length
      last = page.at(-1)?.position
    }
    expect(awards).toBe(own.filter(({ type }) => type === 'PointsAwarded').length)
    expect(voided).toBe(own.filter(({ type }) => type === 'AwardVoided').length)
  } finally {
    await generic.end()
  }

  async function pagesOf(clock: Clock): Promise<StatementMovement[]> {
    const lines: StatementMovement[] = []
    for (;;) {
      const last = lines.at(-1)
      const before = last && {
        at: (clock === 'recorded' ? last.recordedAt : last.happenedAt).toISOString(),
        position: last.position,
      }
      const page = await statementLines(
        generic,
        { ...WHO, clock, from: null, until: null, position: EVERYTHING },
        { limit: PAGE, ...(before && { before }) },
      )
      lines.push(...page)
      if (page.length < PAGE) return lines
    }
  }
})
