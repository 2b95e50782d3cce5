import { expect, it } from 'vitest'
import { insertBusiness } from '../../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { orderDayReports, reportMailHour, setReportMailHour } from './report-mail.ts'

const { pool } = await testDatabase()

/** In Yerevan. */
const at = (moment: string) => new Date(`${moment}:00+04:00`)
const ready = async () => {}
const mails = async (businessId: number) =>
  (
    await pool.query<{ day: string; until: Date }>(
      `SELECT parameters->>'day' AS day, useful_until AS until FROM mail_outbox
       WHERE user_id = $1 AND template = 'day_report' ORDER BY 1`,
      [businessId],
    )
  ).rows

async function cafe({ hour = 21 as number | null, since = '2026-03-01T12:00', status = 'active' as const } = {}) {
  const { id } = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status, perks: [] })
  await setReportMailHour(pool, id, { hour, now: at(since) })
  return id
}

it('nothing is mailed unless the business has asked for it', async () => {
  const { id } = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: [] })
  expect(await reportMailHour(pool, id)).toBeNull()
  await orderDayReports(pool, at('2026-03-02T22:00'), ready)
  expect(await mails(id)).toEqual([])
})

it('the mail of a day is ordered at its hour, once, however many workers look', async () => {
  const id = await cafe()
  await orderDayReports(pool, at('2026-03-01T20:59'), ready)
  expect(await mails(id)).toEqual([])
  await Promise.all(Array.from({ length: 6 }, () => orderDayReports(pool, at('2026-03-01T21:00'), ready)))
  await orderDayReports(pool, at('2026-03-01T23:59'), ready)
  expect(await mails(id)).toEqual([{ day: '2026-03-01', until: at('2026-03-02T21:00') }])
})

it('a worker that was away orders the mail of the day before, but not one before the setting', async () => {
  const [missed, late] = [await cafe(), await cafe({ since: '2026-03-01T21:30' })]
  await orderDayReports(pool, at('2026-03-02T08:00'), ready)
  expect((await mails(missed)).map(({ day }) => day)).toEqual(['2026-03-01'])
  expect(await mails(late)).toEqual([])
  await orderDayReports(pool, at('2026-03-02T21:00'), ready)
  for (const id of [missed, late]) expect((await mails(id)).at(-1)?.day).toBe('2026-03-02')
})

it('another hour never brings a second mail of the same day, and saving the same one changes nothing', async () => {
  const id = await cafe({ hour: 20 })
  await orderDayReports(pool, at('2026-03-01T20:00'), ready)
  await setReportMailHour(pool, id, { hour: 22, now: at('2026-03-01T20:30') })
  await setReportMailHour(pool, id, { hour: 22, now: at('2026-03-01T22:30') })
  await orderDayReports(pool, at('2026-03-01T22:45'), ready)
  expect((await mails(id)).map(({ day }) => day)).toEqual(['2026-03-01'])
  await setReportMailHour(pool, id, { hour: null, now: at('2026-03-02T10:00') })
  await orderDayReports(pool, at('2026-03-02T23:00'), ready)
  expect(await mails(id)).toHaveLength(1)
})

it('nothing is ordered while the read models are behind, and later everything is', async () => {
  const id = await cafe()
  const behind = async () => {
    throw new Error('the read models are behind')
  }
  await expect(orderDayReports(pool, at('2026-03-01T21:05'), behind)).rejects.toThrow('behind')
  expect(await mails(id)).toEqual([])
  await orderDayReports(pool, at('2026-03-01T21:06'), ready)
  expect(await mails(id)).toHaveLength(1)
})
