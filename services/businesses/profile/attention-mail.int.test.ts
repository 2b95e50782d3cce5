import { expect, it } from 'vitest'
import { DEFAULT_ATTENTION } from '#contracts/calls/attention.ts'
import { insertBusiness } from '../../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { orderAttentionMails } from './attention-mail.ts'
import { attentionSettings, setAttentionSettings } from './attention-settings.ts'

const { pool } = await testDatabase()

/** In Yerevan. */
const at = (moment: string) => new Date(`${moment}:00+04:00`)
const ready = async () => {}
const mails = async (businessId: number) =>
  (
    await pool.query<{ parameters: object; until: Date }>(
      `SELECT parameters, useful_until AS until FROM mail_outbox
       WHERE user_id = $1 AND template = 'attention' ORDER BY parameters->>'day'`,
      [businessId],
    )
  ).rows
const days = async (businessId: number) => (await mails(businessId)).map(({ parameters }) => parameters)

async function cafe({ mail = true, since = '2026-03-01T12:00', status = 'active' as const } = {}) {
  const { id } = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status, perks: [] })
  await setAttentionSettings(pool, id, { ...DEFAULT_ATTENTION, mail }, at(since))
  return id
}

it('a business has the product’s thresholds and no mail until it saves its own', async () => {
  const { id } = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: [] })
  expect(await attentionSettings(pool, id)).toEqual(DEFAULT_ATTENTION)
  await orderAttentionMails(pool, at('2026-03-02T10:00'), ready)
  expect(await mails(id)).toEqual([])
  const own = { ...DEFAULT_ATTENTION, largeTimes: 3, hours: { opens: '08:30', closes: '02:00' }, mail: true }
  await setAttentionSettings(pool, id, own, at('2026-03-02T10:00'))
  expect(await attentionSettings(pool, id)).toEqual(own)
  // As if a threshold had been added since.
  await pool.query(`UPDATE business_profiles SET attention = attention - 'undos' WHERE user_id = $1`, [id])
  expect(await attentionSettings(pool, id)).toEqual({ ...own, undos: DEFAULT_ATTENTION.undos })
})

it('the mail of a day is ordered the next morning at nine, once, with the day alone, however many workers look', async () => {
  const id = await cafe()
  await orderAttentionMails(pool, at('2026-03-02T08:59'), ready)
  expect(await mails(id)).toEqual([])
  await Promise.all(Array.from({ length: 6 }, () => orderAttentionMails(pool, at('2026-03-02T09:00'), ready)))
  await orderAttentionMails(pool, at('2026-03-02T23:59'), ready)
  await orderAttentionMails(pool, at('2026-03-03T08:59'), ready)
  expect(await mails(id)).toEqual([{ parameters: { day: '2026-03-01' }, until: at('2026-03-03T09:00') }])
})

it('a worker that was away orders the mail that was due last, but none from before the setting', async () => {
  const [missed, late] = [await cafe(), await cafe({ since: '2026-03-02T09:01' })]
  await orderAttentionMails(pool, at('2026-03-03T07:00'), ready)
  expect(await days(missed)).toEqual([{ day: '2026-03-01' }])
  expect(await days(late)).toEqual([])
  await orderAttentionMails(pool, at('2026-03-03T09:00'), ready)
  for (const id of [missed, late]) expect((await days(id)).at(-1)).toEqual({ day: '2026-03-02' })
})

it('saving other thresholds keeps the mails, and turning them off and on again never sends a day twice', async () => {
  const id = await cafe()
  await orderAttentionMails(pool, at('2026-03-02T09:00'), ready)
  await setAttentionSettings(pool, id, { ...DEFAULT_ATTENTION, undos: 9, mail: true }, at('2026-03-03T10:00'))
  await orderAttentionMails(pool, at('2026-03-03T10:01'), ready)
  expect(await days(id)).toEqual([{ day: '2026-03-01' }, { day: '2026-03-02' }])
  await setAttentionSettings(pool, id, DEFAULT_ATTENTION, at('2026-03-03T11:00'))
  await orderAttentionMails(pool, at('2026-03-04T09:00'), ready)
  await setAttentionSettings(pool, id, { ...DEFAULT_ATTENTION, mail: true }, at('2026-03-04T10:00'))
  await orderAttentionMails(pool, at('2026-03-04T10:01'), ready)
  expect(await mails(id)).toHaveLength(2)
})

it('nothing is ordered while the read models are behind, and later everything is', async () => {
  const id = await cafe()
  const behind = async () => {
    throw new Error('the read models are behind')
  }
  await expect(orderAttentionMails(pool, at('2026-03-02T09:05'), behind)).rejects.toThrow('behind')
  expect(await mails(id)).toEqual([])
  await orderAttentionMails(pool, at('2026-03-02T09:06'), ready)
  expect(await mails(id)).toHaveLength(1)
})
