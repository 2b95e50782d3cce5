/** Repeated awards that lost their place in the month, or never had one. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '#contracts/pages/plans.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { openLedger } from '#platform/event-store/ledger.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { createAwards, type Award, type Awards } from './awards.ts'
import { countAtLeast, reserve, usedInMonth } from './quota.ts'
import { awardLookUp, reserveReceipt, settleReceipts } from './receipts.ts'
import { newBusiness, openQuota, type Quota } from '../testing/quota-awards.ts'

let quota: Quota
let opened: ReturnType<typeof openLedger>
let awards: Awards
beforeAll(async () => {
  quota = await openQuota()
  opened = openLedger(quota.services.eventStoreUrl)
  const onFailed = (error: unknown) => {
    throw error
  }
  awards = createAwards({ ledger: opened.ledger, db: quota.pool, onFailed })
})
afterAll(async () => {
  await awards?.drain()
  await opened?.store.close()
  await quota?.close()
})

const NOW = new Date('2026-05-20T08:00:00Z')
const MONTH = yerevanMonth(NOW)
const STARTER_LIMIT = 1_000

const newOne = (): Omit<Award, 'plan'> => {
  const businessId = newBusiness()
  return {
    businessId,
    buyerId: 7,
    key: randomUUID(),
    actor: { userId: businessId, role: 'business' },
    correlationId: 'test',
    amountAmd: 5_000,
    at: NOW,
  }
}
const givenFor = (award: Omit<Award, 'plan'>, plan: Plan, at: string) =>
  awards.award({ ...award, plan, at: new Date(at) })
const answer = (result: CommandResult) => (result.kind === 'done' ? { ...result, replayed: true } : result)

it.each([
  ['earlier in the month', '2026-05-02T08:00:00Z'],
  ['months ago', '2026-01-02T08:00:00Z'],
])(
  'an award made %s under a plan without a limit takes no place when retried under a plan with one (H11)',
  async (_, madeAt) => {
    const award = newOne()
    const made = await givenFor(award, 'prime', madeAt)
    await countAtLeast(quota.pool, award.businessId, MONTH, 5)
    const again = await Promise.all(Array.from({ length: 4 }, () => awards.award({ ...award, plan: 'starter' })))
    for (const one of again) expect(one).toEqual(answer(made))
    await waitUntil(
      'the place to be given back',
      async () => (await usedInMonth(quota.pool, award.businessId, MONTH)) === 5,
    )
  },
)

it('an award made under a plan without a limit is replayed when the month is full now', async () => {
  const award = newOne()
  const made = await givenFor(award, 'prime', '2026-05-02T08:00:00Z')
  await countAtLeast(quota.pool, award.businessId, MONTH, STARTER_LIMIT)
  expect(await awards.award({ ...award, plan: 'starter' })).toEqual(answer(made))
  expect(await awards.award({ ...award, plan: 'starter', key: randomUUID() })).toMatchObject({
    kind: 'refused',
    code: 'transaction_limit_exceeded',
  })
  expect(await usedInMonth(quota.pool, award.businessId, MONTH)).toBe(STARTER_LIMIT)
})

describe.skipIf(process.env['EVENTSTORE_URL'])('while the store cannot be read', () => {
  it.skipIf(process.env['EVENTSTORE_URL'])(
    'no award is refused definitely while the store cannot be read',
    async () => {
      const [full, late, onReceipt] = [
        newOne(),
        { ...newOne(), happenedAt: new Date('2026-05-01T08:00:00Z') },
        { ...newOne(), receipt: 'R-17' },
      ]
      for (const award of [full, { ...late, at: late.happenedAt }])
        expect((await awards.award({ ...award, plan: 'prime' })).kind).toBe('done')
      expect((await awards.award({ ...onReceipt, plan: 'prime' })).kind).toBe('done')
      await awards.drain()
      await countAtLeast(quota.pool, full.businessId, MONTH, STARTER_LIMIT)
      const tries = [
        { ...full, plan: 'starter' },
        { ...late, plan: 'prime' },
        { ...onReceipt, key: randomUUID(), plan: 'prime' },
      ] as const

      await quota.services.killEventStore()
      // A ledger without cached accounts, as after a restart.
      const fresh = openLedger(quota.services.eventStoreUrl)
      const forgetful = createAwards({ ledger: fresh.ledger, db: quota.pool, onFailed: () => undefined })
      try {
        // In parallel, because each waits for the read timeout.
        for (const answered of await Promise.all(tries.map((one) => forgetful.award(one))))
          expect(answered).toMatchObject({ kind: 'refused', code: 'busy' })
      } finally {
        await fresh.store.close()
        await quota.services.restartEventStore()
      }
      const after = []
      for (const one of tries)
        after.push(
          await waitUntil('an answer', async () => {
            const result = await awards.award(one)
            return result.kind === 'refused' && result.code === 'busy' ? undefined : result
          }),
        )
      expect(after).toMatchObject([
        { kind: 'done' },
        { kind: 'done' },
        { kind: 'refused', code: 'receipt_already_awarded' },
      ])
    },
    60_000,
  )
})

it('an award keeps its place, however often it is retried', async () => {
  const award = newOne()
  const made = await awards.award({ ...award, plan: 'starter' })
  await awards.drain()
  expect(await givenFor(award, 'starter', '2026-06-20T08:00:00Z')).toEqual(answer(made))
  await awards.drain()
  expect(await usedInMonth(quota.pool, award.businessId, MONTH)).toBe(1)
})

it('an award whose place was taken before midnight is recorded in that month, even if written later (H11)', async () => {
  const award = { ...newOne(), plan: 'starter' } as const
  const [before, after] = ['2026-05-31T19:59:59.900Z', '2026-05-31T20:00:01Z'].map((at) => new Date(at)) as [Date, Date]
  const stream = accountStream(award.businessId, award.buyerId)
  // As if the API was killed between reservation and append, and the counter retried in the next month (Yerevan).
  await reserve(quota.pool, {
    awardId: commandIdOf(ledgerIds, award.businessId, award.key),
    businessId: award.businessId,
    stream,
    limit: STARTER_LIMIT,
    at: before,
  })
  const made = await awards.award({ ...award, at: after })
  await awards.drain()
  expect(made).toMatchObject({ kind: 'done', events: [{ recordedAt: before.toISOString() }] })
  expect(
    await Promise.all(['2026-05', '2026-06'].map((month) => usedInMonth(quota.pool, award.businessId, month))),
  ).toEqual([1, 0])
})

it('an award whose receipt is reserved by an unwritten award must be retried, and gets it once that is settled', async () => {
  const award = { ...newOne(), receipt: 'R-18', plan: 'prime' } as const
  // As if the API was killed between reservation and append.
  await reserveReceipt(quota.pool, { ...award, awardId: randomUUID() }, async () => undefined)
  expect(await awards.award(award)).toMatchObject({ kind: 'refused', code: 'busy' })
  await settleReceipts(
    quota.pool,
    awardLookUp(opened.store, { onUnreadable: (_, error) => expect(error).toBeUndefined() }),
    { afterMs: 0 },
  )
  expect(await awards.award(award)).toMatchObject({ kind: 'done' })
  await awards.drain()
  expect(await awards.award({ ...award, key: randomUUID() })).toMatchObject({
    kind: 'refused',
    code: 'receipt_already_awarded',
  })
})

it('a voided award is replayed even if its receipt is reserved by another', async () => {
  const award = { ...newOne(), receipt: 'R-19', plan: 'prime' } as const
  const { businessId, buyerId, actor, correlationId } = award
  const made = await awards.award(award)
  await awards.drain()
  await opened.ledger.execute({
    businessId,
    buyerId,
    command: {
      type: 'VoidAward',
      awardId: made.commandId,
      reason: 'wrong amount',
      nowMs: NOW.getTime(),
      byAdmin: true,
    },
    action: { key: randomUUID() },
    actor,
    correlationId,
  })
  expect(await reserveReceipt(quota.pool, { ...award, awardId: randomUUID() }, async () => 'voided')).toHaveProperty(
    'askedAt',
  )
  expect(await awards.award(award)).toEqual({ ...answer(made), position: expect.any(BigInt) })
})
