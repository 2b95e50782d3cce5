import { expect, it } from 'vitest'
import type { TableDiff } from '#contracts/calls/staff/admin.ts'
import { maskCode } from '#contracts/units/codes.ts'
import { createKnex } from '#platform/postgres/knex.ts'
import { migration as maskedDiffs } from '../../../infra/migrations/0035-masked-diffs.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { readModels } from '../../all.ts'
import { arrayLog, History } from '../../testing/history.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { liveCheckpoint } from '../catch-up/checkpoints.ts'
import { moveReplay, pastReplays, startReplay } from '../replay/replay-control.ts'
import { createReplayRunner } from '../replay/replay-runner.ts'

const { services, pool } = await testDatabase({ max: 6 })

/** Three codes: a lost row, a changed code and a changed state. */
async function diffOfRedemptions(): Promise<{ codes: string[]; table: TableDiff; kept: string }> {
  const who = { businessId: 11, buyerId: 101 }
  const history = new History()
  history.award(who, 50_000)
  for (let each = 0; each < 3; each += 1) history.redeem(who, 10)
  const log = () => arrayLog(history.events)
  await createCatchUp({ pool, log: log(), readModels })()
  const table = `read_g${(await liveCheckpoint(pool))!.generation}.redemptions`
  const { rows } = await pool.query<{ id: string; code: string }>(
    `SELECT redemption_id AS id, code FROM ${table} ORDER BY redemption_id`,
  )
  const [lost, changed, used] = rows.map(({ id }) => id)
  await pool.query(`DELETE FROM ${table} WHERE redemption_id = $1`, [lost])
  await pool.query(`UPDATE ${table} SET code = 'BYHAND77' WHERE redemption_id = $1`, [changed])
  await pool.query(`UPDATE ${table} SET state = 'used' WHERE redemption_id = $1`, [used])
  await startReplay(pool, { reason: 'a test', startedBy: 1 })
  await createReplayRunner({ pool, openLog: log, readModels }).run()
  await moveReplay(pool, { from: ['ready'], to: 'discarded' })
  const [replay] = await pastReplays(pool, 1)
  const found = replay!.diff!.tables.find((each) => each.table === 'redemptions')!
  return { codes: [...rows.map(({ code }) => code), 'BYHAND77'], table: found, kept: JSON.stringify(replay) }
}

const codesIn = (table: TableDiff) =>
  table.samples.map(({ differences }) => differences.find(({ column }) => column === 'code'))

it('a diff compares whole codes but shows none, and stored ones are masked once (H13)', async () => {
  const { codes, table, kept } = await diffOfRedemptions()
  const [lost, changed] = codes.map(maskCode)
  expect(table).toMatchObject({ changed: 2, missing: 1, extra: 0 })
  for (const code of codes) expect(kept).not.toContain(code)
  const masked = [
    { column: 'code', live: null, rebuilt: lost },
    { column: 'code', live: '••••••77', rebuilt: changed },
    undefined,
  ]
  expect(codesIn(table)).toEqual(masked)

  const whole = kept
    .replaceAll(String(lost), codes[0]!)
    .replaceAll(String(changed), codes[1]!)
    .replaceAll('••••••77', 'BYHAND77')
  await pool.query('UPDATE replays SET diff = $1', [JSON.stringify((JSON.parse(whole) as { diff: unknown }).diff)])
  const knex = createKnex(services.databaseUrl, { max: 1, name: 'test' })
  await maskedDiffs.up(knex)
  await knex.destroy()
  const [after] = await pastReplays(pool, 1)
  expect(JSON.stringify(after)).toEqual(kept)
})
