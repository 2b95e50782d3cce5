import { describe, expect, it } from 'vitest'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { createCommandHandler, type CommandRequest } from './command-handler.ts'
import { NO_STREAM, StoreUnavailable } from './event-store.ts'
import { realStore } from './testing/real-store.ts'

const store = await realStore()

async function accountOf(events: number) {
  const account = freshAccount()
  await store.append(
    account.stream,
    NO_STREAM,
    Array.from({ length: events }, () => award()),
    inMs(10_000),
  )
  const request: CommandRequest = {
    businessId: account.businessId,
    buyerId: account.buyerId,
    command: { type: 'AwardPoints', amountAmd: 500 },
    action: { key: 'one-tap' },
    actor: { userId: 5, role: 'business' },
    correlationId: 'test',
    deadlineMs: 10_000,
  }
  return { ...account, request }
}

/** Reads 25 events within one deadline. */
function hurried() {
  let left = 0
  let reads = 0
  const ledger = createCommandHandler({
    ids: ledgerIds,
    pageEvents: 10,
    store: {
      append: store.append,
      readStream: async (stream, from, options) => {
        const events = await store.readStream(stream, from, options)
        reads += 1
        left -= events.length
        if (left < 0) throw new StoreUnavailable('its time was over')
        return events
      },
    },
  })
  return {
    ledger,
    begin: () => void (left = 25),
    reads: () => reads,
  }
}

it('A command is not retried beyond its deadline when the clock is set back by an hour during its read', async () => {
  const { request } = await accountOf(1)
  let wallMs = Date.now()
  const given: number[] = []
  const ledger = createCommandHandler({
    ids: ledgerIds,
    clock: { now: () => wallMs },
    store: {
      readStream: async (stream, from, { maxCount }) => {
        wallMs -= 3_600_000
        return store.readStream(stream, from, { ...inMs(5_000), ...(maxCount === undefined ? {} : { maxCount }) })
      },
      append: (stream, revision, events, { deadlineAt }) => {
        given.push(deadlineAt - wallMs)
        return store.append(stream, revision, events, inMs(5_000))
      },
    },
  })
  expect(await ledger.execute(request)).toMatchObject({ kind: 'done', balanceAfterTenths: 20 })
  expect(given).toHaveLength(1)
  expect(given[0]).toBeLessThanOrEqual(10_000)
})

describe('A command on a long account', () => {
  it('continues, when repeated, where the previous read ended', async () => {
    const { request } = await accountOf(60)
    const { ledger, begin } = hurried()
    const answers = []
    for (let time = 1; time <= 3; time += 1) {
      begin()
      answers.push(await ledger.execute(request))
    }
    expect(answers).toMatchObject([
      { code: 'busy' },
      { code: 'busy' },
      { kind: 'done', balanceAfterTenths: 610, replayed: false },
    ])
  })

  it('is loaded after enough repeated attempts', async () => {
    const { businessId, buyerId } = await accountOf(48)
    const { ledger, begin } = hurried()
    begin()
    await expect(ledger.load(businessId, buyerId)).rejects.toBeInstanceOf(StoreUnavailable)
    begin()
    await expect(ledger.load(businessId, buyerId)).rejects.toBeInstanceOf(StoreUnavailable)
    begin()
    expect(await ledger.load(businessId, buyerId)).toMatchObject({ revision: 47, state: { balanceTenths: 480 } })
  })

  it('needs one read if the account is short', async () => {
    const { request } = await accountOf(9)
    const { ledger, begin, reads } = hurried()
    begin()
    expect(await ledger.execute(request)).toMatchObject({ kind: 'done', balanceAfterTenths: 100 })
    expect(reads()).toBe(1)
  })
})

describe('A command whose deadline passed while its process stalled', () => {
  it('is not sent to the store, and is busy', async () => {
    const { request, stream } = await accountOf(3)
    let now = Date.now()
    let appends = 0
    const ledger = createCommandHandler({
      ids: ledgerIds,
      clock: { now: () => now },
      store: {
        append: (...args) => {
          appends += 1
          return store.append(...args)
        },
        readStream: async (...args) => {
          const events = await store.readStream(...args)
          now += 60_000
          return events
        },
      },
    })
    expect(await ledger.execute(request)).toMatchObject({ kind: 'refused', code: 'busy' })
    // By now any append would have been sent.
    await ledger.load(request.businessId, request.buyerId)
    expect(appends).toBe(0)
    expect(await store.readStream(stream, 0, inMs(5_000))).toHaveLength(3)
  })
})
