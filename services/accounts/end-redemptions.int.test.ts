/** Expiry of codes (H5, decision 32), with the worker's real chores on a clock set by the test. */
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { yerevanDay } from '#contracts/units/time.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { readRedemptionTtl, setRedemptionTtl } from '#businesses/counter/redemption-ttl.ts'
import type { AccountCommand } from '#ledger/account/decider.ts'
import { openFileStorage } from '#platform/files/file-storage.ts'
import { readModels } from '#projections/all.ts'
import { createChores } from '#projections/chores.ts'
import { statementLines } from '#projections/movements/statement.ts'
import { redemptionById } from '#projections/redemptions/queries.ts'
import { lastDaysTold } from '#projections/redemptions/waiting.ts'
import { createCatchUp } from '#projections/runtime/catch-up/catch-up.ts'
import { statementLine } from '../api/routes/statement/statement-line.ts'
import { STATEMENT_WORDS } from '../api/routes/statement/words.ts'
import { insertBusiness, insertUser } from '../../infra/testing/people/people-rows.ts'
import { testDatabaseAndLedger } from '../../infra/testing/servers/test-database.ts'
import { newBuyerCode } from './buyer-codes.ts'
import { endRedemptions } from './end-redemptions.ts'

const { pool, ledger, store } = await testDatabaseAndLedger({ max: 6 })
let cafe = 0
let made: Date
beforeEach(async () => {
  cafe = (await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: [] })).id
  made = new Date()
  await pool.query(`DELETE FROM settings WHERE name = 'redemption_ttl'`)
})

const after = (days: number) => new Date(made.getTime() + days * 86_400_000)
const execute = async (buyerId: number, command: AccountCommand, commandId: string = randomUUID()) => {
  const result = await ledger.execute({
    businessId: cafe,
    buyerId,
    command,
    action: { commandId },
    actor: { userId: buyerId, role: 'buyer' },
    correlationId: commandId,
  })
  expect(result.kind).toBe('done')
  return commandId
}
async function redeemed(): Promise<{ buyerId: number; redemptionId: string }> {
  const buyerId = (await insertUser(pool, { role: 'buyer', passwordHash: '!', code: newBuyerCode() })).id
  await execute(buyerId, { type: 'AwardPoints', amountAmd: 50_000 })
  return {
    buyerId,
    redemptionId: await execute(buyerId, {
      type: 'RedeemPerk',
      perkId: 1,
      perkName: 'Coffee',
      costTenths: 100,
      code: newBuyerCode(),
    }),
  }
}
async function catchUp(): Promise<void> {
  const log = store.openLogReader(['account-'])
  await createCatchUp({ pool, log, readModels })()
  await log.close()
}
const onFailed = (what: string, cause: unknown): never => {
  throw new Error(what, { cause })
}
const chores = (now: Date) =>
  createChores({
    pool,
    files: openFileStorage(pathToFileURL(tmpdir()).href),
    ledger,
    head: async () => null,
    onFailed,
  })(now)
const sent = (at: Date, to?: number) =>
  pool.query(
    `UPDATE mail_outbox SET state = 'sent', ended_at = $1 WHERE state = 'waiting' AND ($2::int IS NULL OR user_id = $2)`,
    [at, to ?? null],
  )
const stream = async (buyerId: number) => {
  const events = await store.readStream(accountStream(cafe, buyerId), 0, { deadlineAt: Date.now() + 5_000 })
  return events
    .slice(2)
    .map(({ type, data, metadata }) => [type, (data as { reason?: string }).reason, metadata.actor.role])
}
const EXPIRED = [
  ['RedemptionCancelled', 'expired', 'system'],
  ['PointsRefunded', undefined, 'system'],
]

it('a code expires once, with its refund, on the day named in its mail; used codes and those of unreachable buyers stay (H5)', async () => {
  const [ani, davit, lia] = [await redeemed(), await redeemed(), await redeemed()]
  await catchUp()
  await setRedemptionTtl(pool, 60, { by: 1, at: made })

  await chores(after(47))
  expect((await Promise.all([ani, davit, lia].map(({ buyerId }) => stream(buyerId)))).flat()).toEqual([])
  await chores(after(70))
  expect(await stream(ani.buyerId), 'nobody was told').toEqual([])
  for (const { buyerId } of [ani, davit]) await sent(after(47), buyerId)
  // Used at the counter, before the read models know.
  await execute(davit.buyerId, { type: 'UseRedemption', redemptionId: davit.redemptionId })

  await chores(after(61))
  expect(await stream(ani.buyerId), 'its last day').toEqual([])
  await Promise.all([chores(after(62)), chores(after(62)), chores(after(62))])
  expect(await stream(ani.buyerId)).toEqual(EXPIRED)
  expect(await stream(davit.buyerId)).toEqual([['RedemptionUsed', undefined, 'buyer']])
  expect(await stream(lia.buyerId)).toEqual([])
  expect((await ledger.load(cafe, ani.buyerId)).state.balanceTenths).toBe(1_000)

  await chores(after(63))
  await catchUp()
  await chores(after(64))
  expect(await stream(ani.buyerId)).toHaveLength(EXPIRED.length)
  expect((await redemptionById(pool, ani.redemptionId))?.state).toBe('cancelled')
  const [line] = await statementLines(
    pool,
    {
      businessId: cafe,
      buyerId: ani.buyerId,
      clock: 'recorded',
      from: null,
      until: null,
      position: '9223372036854775807',
    },
    { limit: 1 },
  )
  expect([STATEMENT_WORDS.am, STATEMENT_WORDS.en].map((words) => words.what(statementLine(line!)))).toEqual([
    'Կոդի ժամկետն անցել է, վերադարձ՝ Coffee',
    'Code expired, refund: Coffee',
  ])
  expect(line).toMatchObject({ type: 'PointsRefunded', actorRole: 'system', perkName: 'Coffee', afterTenths: 1_000 })
  const { rows } = await pool.query<{ id: string }>('SELECT redemption_id AS id FROM redemption_reminders')
  expect(rows, 'what is settled is forgotten').toEqual([{ id: lia.redemptionId }])
})

it('a code whose use was undone ends no earlier than its buyer was told, and without another mail (decision 44)', async () => {
  const { buyerId, redemptionId } = await redeemed()
  await catchUp()
  await setRedemptionTtl(pool, 60, { by: 1, at: made })
  await chores(after(47))
  await sent(after(47))
  await execute(buyerId, { type: 'UseRedemption', redemptionId })
  await catchUp()
  // Forgets the reminder of the used code.
  await chores(after(48))
  await execute(buyerId, { type: 'ReopenRedemption', redemptionId, reason: 'wrong perk', nowMs: Date.now() })
  await catchUp()
  await chores(after(50))
  const waiting = await pool.query(`SELECT FROM mail_outbox WHERE state = 'waiting' AND user_id = $1`, [buyerId])
  expect(waiting.rowCount).toBe(0)
  await chores(after(64))
  expect((await redemptionById(pool, redemptionId))?.state).toBe('pending')
  await chores(after(65))
  await catchUp()
  expect((await redemptionById(pool, redemptionId))?.state).toBe('cancelled')
})

it('no code expires while the setting is off; once it is on, every buyer has two weeks from the mail (H5)', async () => {
  const { buyerId } = await redeemed()
  await catchUp()
  await chores(after(90))
  await sent(after(90))
  await chores(after(1_000))
  expect(await stream(buyerId)).toEqual([])

  await setRedemptionTtl(pool, 180, { by: 1, at: after(1_000) })
  await chores(after(1_001))
  await sent(after(1_001))
  await chores(after(1_015))
  expect(await stream(buyerId)).toEqual([])
  // Switching off and on again voids earlier notices.
  await setRedemptionTtl(pool, null, { by: 1, at: after(1_015) })
  await chores(after(1_016))
  await setRedemptionTtl(pool, 180, { by: 1, at: after(1_016) })
  await chores(after(1_017))
  await sent(after(1_018))
  await chores(after(1_031))
  expect(await stream(buyerId)).toEqual([])
  await chores(after(1_032))
  expect(await stream(buyerId), 'its last day is over, and its mail was sent two weeks ago').toEqual(EXPIRED)
})

it('a notice from before the number of days was changed does not expire a code (H5)', async () => {
  const { buyerId } = await redeemed()
  await catchUp()
  await setRedemptionTtl(pool, 60, { by: 1, at: made })
  await chores(after(47))
  await sent(after(47))
  await setRedemptionTtl(pool, 365, { by: 1, at: after(50) })
  await chores(after(100))
  expect(await stream(buyerId)).toEqual([])
  await chores(after(352))
  await sent(after(352))
  await chores(after(367))
  expect(await stream(buyerId)).toEqual(EXPIRED)
})

it('codes expire once a day, and again within the day while more are due or the store is unavailable (H5)', async () => {
  const { buyerId } = await redeemed()
  await catchUp()
  await setRedemptionTtl(pool, 30, { by: 1, at: made })
  await chores(after(17))
  await sent(after(17))
  let away = true
  const reached: typeof ledger = {
    ...ledger,
    execute: async (request) => (away ? { kind: 'refused', commandId: '', code: 'busy' } : ledger.execute(request)),
  }
  const doChores = createChores({
    pool,
    files: openFileStorage(pathToFileURL(tmpdir()).href),
    ledger: reached,
    head: async () => null,
    onFailed,
  })
  expect(await doChores(after(32))).toMatchObject({ endings: 0 })
  away = false
  expect(await doChores(after(32))).toMatchObject({ endings: 1 })
  const other = await redeemed()
  await catchUp()
  expect(await doChores(after(32))).toMatchObject({ reminders: 0, endings: 0 })
  expect(await doChores(after(33))).toMatchObject({ reminders: 1 })
  expect([await stream(buyerId), await stream(other.buyerId)]).toEqual([EXPIRED, []])
})

it('after a full batch the worker continues within the day (H5)', async () => {
  const due = [await redeemed(), await redeemed()].map((one) => ({ ...one, businessId: cafe }))
  const round = () =>
    endRedemptions(
      ledger,
      { thatEnded: async ({ limit }) => due.splice(0, limit) },
      { now: after(90), ttl: { since: made }, batch: 1 },
    )
  expect([await round(), await round(), await round()]).toEqual([
    { ended: 1, left: true },
    { ended: 1, left: true },
    { ended: 0, left: false },
  ])
})

it('a buyer sees the last day of a code once the mail that names it is sent, and not under another setting (H5)', async () => {
  const { buyerId, redemptionId } = await redeemed()
  await catchUp()
  await setRedemptionTtl(pool, 60, { by: 1, at: made })
  const shown = async (): Promise<Map<string, string>> =>
    lastDaysTold(pool, [redemptionId], (await readRedemptionTtl(pool))!.since)
  await chores(after(47))
  expect(await shown(), 'not told yet').toEqual(new Map())
  await sent(after(47), buyerId)
  expect(await shown()).toEqual(new Map([[redemptionId, yerevanDay(after(61))]]))
  await setRedemptionTtl(pool, 90, { by: 1, at: after(48) })
  expect(await shown()).toEqual(new Map())
})
