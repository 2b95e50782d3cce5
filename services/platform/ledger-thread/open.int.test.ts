import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { CommandRequest } from '#ledger/command-handler.ts'
import { StoreUnavailable } from '#ledger/event-store.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { openLedgerThread, type LedgerThread } from './open.ts'

let services: TestServices
const opened: LedgerThread[] = []

beforeAll(async () => {
  services = await testServices({ redis: false })
})

afterAll(async () => {
  await Promise.all(opened.map((thread) => thread.close()))
  await services.close()
})

function open(options: Parameters<typeof openLedgerThread>[1] = {}): LedgerThread {
  const thread = openLedgerThread(services.eventStoreUrl, options)
  opened.push(thread)
  return thread
}

const breaking = new URL('./testing/breaking-thread.ts', import.meta.url)

function award(buyerId: number, more: Partial<CommandRequest> = {}): CommandRequest {
  return {
    businessId: 7,
    buyerId,
    command: { type: 'AwardPoints', amountAmd: 5_000 },
    action: { commandId: randomUUID() },
    actor: { userId: 7, role: 'business' },
    correlationId: 'test',
    ...more,
  }
}

async function tenthsInLog(buyerId: number): Promise<number[]> {
  const store = createEventStoreGateway(services.eventStoreUrl)
  try {
    const events = await store.readStream(accountStream(7, buyerId), 0, { deadlineAt: Date.now() + 5_000 })
    return events.map((event) => (event.type === 'PointsAwarded' ? event.data.tenths : 0))
  } finally {
    await store.close()
  }
}

describe('The ledger thread', () => {
  it('the ledger thread executes, replays and refuses commands as the ledger itself does', async () => {
    const { ledger } = open()
    const first = award(101)
    const done = await ledger.execute(first)
    expect(done).toMatchObject({ kind: 'done', balanceAfterTenths: 100, replayed: false, position: expect.any(BigInt) })
    expect(await ledger.execute(first)).toEqual({ ...done, replayed: true })
    expect(
      await ledger.execute(
        award(101, {
          command: { type: 'RedeemPerk', perkId: 1, perkName: 'Coffee', costTenths: 101, code: 'ABCD2345' },
        }),
      ),
    ).toMatchObject({
      kind: 'refused',
      code: 'insufficient_points',
    })
    expect(await tenthsInLog(101)).toEqual([100])
  })

  it('the ledger thread answers hundreds of simultaneous commands, each with its own result', async () => {
    const { ledger } = open()
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        ledger.execute(award(200 + (index % 50), { command: { type: 'AwardPoints', amountAmd: 50 * (index + 1) } })),
      ),
    )
    results.forEach((result, index) => {
      expect(result).toMatchObject({ kind: 'done', events: [{ type: 'PointsAwarded', data: { tenths: index + 1 } }] })
    })
  })

  it('answers questions about an account from its whole stream', async () => {
    const { ledger } = open()
    const awarded = await ledger.execute(award(102))
    const redeem = { type: 'RedeemPerk', perkId: 1, perkName: 'Coffee', costTenths: 10 } as const
    const [used, pending] = [randomUUID(), randomUUID()]
    for (const [redemptionId, code] of [
      [used, 'ABCD2345'],
      [pending, 'ABCD2346'],
    ] as const)
      await ledger.execute(award(102, { command: { ...redeem, redemptionId, code } }))
    await ledger.execute(award(102, { command: { type: 'UseRedemption', redemptionId: used } }))
    expect(await ledger.seen(7, 102, awarded.commandId)).toBe(true)
    expect(await ledger.seen(7, 102, randomUUID())).toBe(false)
    expect(await ledger.award(7, 102, awarded.commandId)).toMatchObject({ tenths: 100, voided: false })
    expect(await ledger.award(7, 102, randomUUID())).toBeUndefined()
    expect(await ledger.pending(7, 102)).toEqual([pending])
    expect(await ledger.pending(7, 109), 'an account without events').toEqual([])
  })

  it('when the thread crashes, commands in flight are unknown, and the same key settles them on the next thread', async () => {
    const warnings: string[] = []
    const { ledger, running, writesSilent } = open({ entry: breaking, onWarning: (message) => warnings.push(message) })
    await ledger.execute(award(103))
    const fatal = award(103, { correlationId: 'break' })
    const [lost, beside] = await Promise.all([
      ledger.execute(fatal),
      ledger.seen(7, 103, randomUUID()).catch((error: unknown) => error),
    ])
    expect(lost).toEqual({ kind: 'unknown', commandId: 'commandId' in fatal.action ? fatal.action.commandId : '' })
    expect(beside).toBeInstanceOf(StoreUnavailable)
    expect(writesSilent(), 'the store has nothing to do with it').toBe(false)
    // Without a thread nothing is sent.
    expect(running()).toBe(false)
    expect(await ledger.execute(award(103))).toMatchObject({ kind: 'refused', code: 'busy' })
    const again = await waitUntil('the next thread', async () => {
      const result = await ledger.execute({ ...fatal, correlationId: 'test' })
      return result.kind === 'done' ? result : undefined
    })
    expect(again).toMatchObject({ balanceAfterTenths: 200 })
    expect(running()).toBe(true)
    expect(await tenthsInLog(103)).toEqual([100, 100])
    expect(warnings).toContain('the ledger thread crashed and is restarted')
  })

  it('a hanging thread is replaced, and its callers are answered soon after their deadline', async () => {
    const { ledger } = open({ entry: breaking })
    await ledger.execute(award(104))
    expect(await ledger.execute(award(104, { correlationId: 'hang', deadlineMs: 200 }))).toMatchObject({
      kind: 'unknown',
    })
    await waitUntil('the next thread', async () => (await ledger.execute(award(104))).kind === 'done')
  }, 30_000)

  it('setting the clock forward does not replace the thread; its commands in flight complete', async () => {
    const { ledger } = open({ entry: breaking })
    await ledger.execute(award(107))
    const slow = ledger.execute(award(107, { correlationId: 'doze' }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    expect(await slow.finally(() => vi.useRealTimers())).toMatchObject({ kind: 'done' })
  })

  it('a command that reaches the thread after its deadline, because the process stalled, is not executed', async () => {
    const { ledger } = open()
    await ledger.execute(award(106))
    const late = ledger.execute(award(106, { deadlineMs: 1_000 }))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
    expect(await late).toMatchObject({ kind: 'refused', code: 'busy' })
    expect(await tenthsInLog(106)).toEqual([100])
  })

  it('the ledger thread closes quietly after its commands in flight', async () => {
    const thread = openLedgerThread(services.eventStoreUrl)
    await thread.ledger.execute(award(105))
    await thread.close()
    expect(await thread.ledger.execute(award(105))).toMatchObject({ kind: 'refused', code: 'busy' })
  })
})
