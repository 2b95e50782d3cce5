import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { freshAccount } from '#platform/event-store/events-for-tests.ts'
import { faultyStore, type FaultyStore } from '#platform/event-store/testing.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import type { AccountCommand } from './account/decider.ts'
import {
  createCommandHandler,
  type CommandHandler,
  type CommandRequest,
  type CommandResult,
} from './command-handler.ts'
import type { StateCache } from './state-cache.ts'

let server: FaultyStore
let store: EventStoreGateway
/** As two processes, each with its own cache and queues. */
let here: CommandHandler
let there: CommandHandler

const handler = () => createCommandHandler({ store, ids: ledgerIds })

beforeAll(async () => {
  server = await faultyStore()
  store = createEventStoreGateway(server.url, { attemptMs: 500 })
  await store.warmUp()
})
beforeEach(async () => {
  await server.clear()
  here = handler()
  there = handler()
})
afterAll(async () => {
  await store.close()
  await server.close()
})

let keys = 0
const nextKey = () => `key-${(keys += 1)}`
const AWARD_500 = { type: 'AwardPoints', amountAmd: 500 } as const
const coffee = (costTenths = 100, code = 'ABCD2345') =>
  ({ type: 'RedeemPerk', perkId: 3, perkName: 'Coffee', costTenths, code }) as const

type Account = ReturnType<typeof freshAccount>

function request(
  { businessId, buyerId }: Account,
  command: AccountCommand,
  key = nextKey(),
  more: Partial<CommandRequest> = {},
): CommandRequest {
  return {
    businessId,
    buyerId,
    command,
    action: { key },
    actor: { userId: 5, role: 'business' },
    correlationId: 'test',
    deadlineMs: 10_000,
    ...more,
  }
}

function carriedOut(result: CommandResult) {
  if (result.kind !== 'done') throw new Error(`Expected it to be done: ${JSON.stringify(result)}`)
  return result
}

const log = (account: Account) => store.readStream(account.stream, 0, { deadlineAt: Date.now() + 5_000 })

async function awarded(account: Account, tenths: number): Promise<void> {
  carriedOut(await here.execute(request(account, { type: 'AwardPoints', amountAmd: tenths * 50 })))
}

describe('A command', () => {
  it('is written with actor, time, on-behalf-of and correlation id', async () => {
    const account = freshAccount()
    const result = carriedOut(
      await here.execute(
        request(account, { ...AWARD_500, receipt: 'R-1' }, 'till-1-0001', {
          onBehalfOf: 8,
          correlationId: 'request-9',
          happenedAt: '2026-11-20T08:00:00.000Z',
        }),
      ),
    )
    const [event] = await log(account)
    expect(event).toMatchObject({
      type: 'PointsAwarded',
      revision: 0,
      position: result.position,
      data: { awardId: result.commandId, amountAmd: 500, tenths: 10, rule: 'floor-50/1', receipt: 'R-1' },
      metadata: {
        commandId: result.commandId,
        actor: { userId: 5, role: 'business' },
        onBehalfOf: 8,
        $correlationId: 'request-9',
        happenedAt: '2026-11-20T08:00:00.000Z',
      },
    })
    expect(result).toMatchObject({ balanceAfterTenths: 10, replayed: false, events: [{ id: event?.id, revision: 0 }] })
  })

  it('repeated gets its first response, from memory and from the log alike', async () => {
    const account = freshAccount()
    const first = carriedOut(await here.execute(request(account, AWARD_500, 'same-key')))
    await awarded(account, 30)
    for (const other of [here, there]) {
      const again = carriedOut(await other.execute(request(account, AWARD_500, 'same-key')))
      expect(again).toMatchObject({
        events: first.events,
        balanceAfterTenths: 10,
        commandId: first.commandId,
        replayed: true,
      })
      expect(again.position).toBeGreaterThanOrEqual(first.position)
    }
    expect(await log(account)).toHaveLength(2)
  })

  it('with a known key and different input is refused; another person may use the same key', async () => {
    const account = freshAccount()
    await here.execute(request(account, AWARD_500, 'same-key'))
    expect(await there.execute(request(account, { type: 'AwardPoints', amountAmd: 550 }, 'same-key'))).toMatchObject({
      kind: 'refused',
      code: 'idempotency_key_reused',
    })
    const other = { actor: { userId: 6, role: 'business' } } as const
    expect(await there.execute(request(account, AWARD_500, 'same-key', other))).toMatchObject({
      kind: 'done',
      balanceAfterTenths: 20,
    })
  })

  it('sent many times at once to two processes is executed once, and every caller gets the same code', async () => {
    const account = freshAccount()
    await awarded(account, 1_000)
    const codes = Array.from({ length: 20 }, (_, index) => `CODE22${20 + index}`)
    const answers = await Promise.all(
      codes.map((code, index) =>
        (index % 2 === 0 ? here : there).execute(request(account, coffee(100, code), 'one-tap')),
      ),
    )
    const written = await log(account)
    expect(written).toHaveLength(2)
    for (const answer of answers) expect(carriedOut(answer).events[0]?.data).toEqual(written[1]?.data)
  })

  it('that is refused writes nothing', async () => {
    const account = freshAccount()
    expect(await here.execute(request(account, coffee()))).toMatchObject({
      kind: 'refused',
      code: 'insufficient_points',
    })
    expect(await log(account)).toEqual([])
  })

  it("is refused only on the log's current state, not on a cached one", async () => {
    const account = freshAccount()
    expect(await there.execute(request(account, coffee()))).toMatchObject({ code: 'insufficient_points' })
    await awarded(account, 100)
    expect(await there.execute(request(account, coffee()))).toMatchObject({ kind: 'done', balanceAfterTenths: 0 })
  })
})

describe('A lost response', () => {
  it.each(['swallow-reply', 'drop-after-commit'] as const)(
    'after the commit, then a retry: one event, the same result ("%s")',
    async (fault) => {
      const account = freshAccount()
      await server.order({ fault, times: -1 })
      const first = await here.execute(request(account, AWARD_500, 'till-key', { deadlineMs: 1_500 }))
      await server.clear()
      const again = carriedOut(await there.execute(request(account, AWARD_500, 'till-key')))
      const written = await log(account)
      expect(written).toHaveLength(1)
      expect(again.events[0]).toMatchObject({ id: written[0]?.id, revision: 0, data: written[0]?.data })
      // The first call may have looked the event up, but must not claim that nothing happened.
      expect(first.kind).not.toBe('refused')
      if (first.kind === 'done') expect(first.events).toEqual(again.events)
    },
  )

  it('with a new redemption code on the retry returns the code in the log', async () => {
    const account = freshAccount()
    await awarded(account, 100)
    await server.order({ fault: 'answer-late', lateMs: 1_500, times: 1 })
    const slow = here.execute(request(account, coffee(100, 'CODE2222'), 'tap', { deadlineMs: 400 }))
    const retried = there.execute(request(account, coffee(100, 'CODE3333'), 'tap'))
    const answers = [await slow, await retried].filter((answer) => answer.kind === 'done')
    const written = await log(account)
    expect(written).toHaveLength(2)
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers) expect(answer.events[0]?.data).toEqual(written[1]?.data)
  })

  it('from a killed store is found once the store is back', async () => {
    const account = freshAccount()
    await server.order({ fault: 'kill-after-commit' })
    const answer = here.execute(request(account, AWARD_500, 'till-key', { deadlineMs: 30_000 }))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await server.restart()
    expect(await answer).toMatchObject({ kind: 'done', balanceAfterTenths: 10 })
    expect(await log(account)).toHaveLength(1)
  })

  it('is "busy" if the store is unreachable and nothing was sent, "unknown" if the append may have been sent', async () => {
    const account = freshAccount()
    await awarded(account, 10)
    await server.order({ fault: 'swallow-reply', times: -1 })
    const frozen = here.execute(request(account, AWARD_500, nextKey(), { deadlineMs: 700 }))
    // Until the append is sent.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const behind = here.execute(request(account, AWARD_500, nextKey(), { deadlineMs: 300 }))
    expect(await behind).toMatchObject({ kind: 'refused', code: 'busy' })
    expect((await frozen).kind).toMatch(/done|unknown/)
    await server.kill()
    await store.append(freshAccount().stream, -1, [], { deadlineAt: Date.now() + 200 })
    expect(await there.execute(request(account, AWARD_500, nextKey(), { deadlineMs: 500 }))).toMatchObject({
      kind: 'refused',
      code: 'busy',
    })
    await server.restart()
    expect(await log(account)).toHaveLength(2)
  })
})

describe('Many commands at once', () => {
  it('100 redemptions of 10 points on a balance of 50: exactly 5 succeed, and the balance is 0 (R233)', async () => {
    const account = freshAccount()
    await awarded(account, 500)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? here : there).execute(request(account, coffee(100))),
      ),
    )
    expect(answers.filter(({ kind }) => kind === 'done')).toHaveLength(5)
    expect(answers.filter((answer) => answer.kind === 'refused' && answer.code === 'insufficient_points')).toHaveLength(
      95,
    )
    expect((await there.load(account.businessId, account.buyerId)).state.balanceTenths).toBe(0)
    expect(await log(account)).toHaveLength(6)
  })

  it('64 awards on one account are 64 events in a row, with 64 different balances', async () => {
    const account = freshAccount()
    const answers = await Promise.all(Array.from({ length: 64 }, () => here.execute(request(account, AWARD_500))))
    const balances = answers.map((answer) => carriedOut(answer).balanceAfterTenths)
    expect(balances.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 64 }, (_, index) => (index + 1) * 10),
    )
    expect((await log(account)).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 64 }, (_, index) => index),
    )
  })

  it('share few appends: while one is in flight, the others wait for the next', async () => {
    const account = freshAccount()
    let appends = 0
    const counting = createCommandHandler({
      ids: ledgerIds,
      store: {
        readStream: store.readStream,
        append: (...args) => {
          appends += 1
          return store.append(...args)
        },
      },
    })
    await Promise.all(Array.from({ length: 300 }, () => counting.execute(request(account, AWARD_500))))
    // At most 200 per append; all 300 arrive during the first load.
    expect(appends).toBe(2)
    expect(await log(account)).toHaveLength(300)
  })

  it('from two processes on one account all succeed, each once', async () => {
    const account = freshAccount()
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index))
        return (index % 2 === 0 ? here : there).execute(request(account, AWARD_500))
      }),
    )
    expect(answers.filter(({ kind }) => kind === 'done')).toHaveLength(200)
    const written = await log(account)
    expect(written).toHaveLength(200)
    expect(new Set(answers.map((answer) => carriedOut(answer).balanceAfterTenths)).size).toBe(200)
  })

  it('are correct with an empty cache', async () => {
    const account = freshAccount()
    const cache: StateCache = { get: () => undefined, set: () => {}, delete: () => {} }
    const forgetful = createCommandHandler({ store, ids: ledgerIds, cache })
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => forgetful.execute(request(account, AWARD_500))))
    }
    expect((await forgetful.load(account.businessId, account.buyerId)).state.balanceTenths).toBe(300)
  })

  it('with large texts are spread over appends that the store accepts', async () => {
    const account = freshAccount()
    const receipt = 'ք'.repeat(20_000)
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => here.execute(request(account, { ...AWARD_500, receipt }))),
    )
    expect(answers.filter(({ kind }) => kind === 'done')).toHaveLength(60)
  })
})

describe('A cancelled redemption', () => {
  it("refunds its original cost after the perk's price has risen (C13)", async () => {
    const account = freshAccount()
    await awarded(account, 100)
    const { commandId: redemptionId } = carriedOut(await here.execute(request(account, coffee(60))))
    expect(await here.execute(request(account, coffee(90)))).toMatchObject({
      kind: 'refused',
      code: 'insufficient_points',
    })
    const cancel = { type: 'CancelRedemption', redemptionId, reason: 'buyer' } as const
    expect(carriedOut(await there.execute(request(account, cancel, 'cancel-1')))).toMatchObject({
      balanceAfterTenths: 100,
      events: [{ type: 'RedemptionCancelled' }, { type: 'PointsRefunded', data: { redemptionId, tenths: 60 } }],
    })
    expect(carriedOut(await here.execute(request(account, cancel, 'cancel-1')))).toMatchObject({
      replayed: true,
      balanceAfterTenths: 100,
    })
    expect(await here.execute(request(account, cancel))).toMatchObject({
      kind: 'refused',
      code: 'redemption_cancelled',
    })
  })
})

describe('A closed account', () => {
  it('has refunded pending redemptions and forfeited the rest in one append, and still replays old responses (H25)', async () => {
    const account = freshAccount()
    const award = request(account, AWARD_500, 'old-key')
    await here.execute(award)
    await awarded(account, 100)
    await here.execute(request(account, coffee(60)))
    expect(carriedOut(await here.execute(request(account, { type: 'CloseAccount' })))).toMatchObject({
      balanceAfterTenths: 0,
      events: [
        { revision: 3 },
        { revision: 4 },
        { type: 'AccountClosed', revision: 5, data: { forfeitedTenths: 110 } },
      ],
    })
    expect(await there.execute(request(account, AWARD_500))).toMatchObject({ kind: 'refused', code: 'account_closed' })
    expect(carriedOut(await there.execute(award))).toMatchObject({ replayed: true, balanceAfterTenths: 10 })
  })
})
