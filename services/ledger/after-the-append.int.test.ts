import { describe, expect, it } from 'vitest'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import type { AccountCommand } from './account/decider.ts'
import { createCommandHandler, type CommandHandler, type CommandRequest } from './command-handler.ts'
import { NO_STREAM, UnreadableEvent, type EventStore } from './event-store.ts'
import { realStore } from './testing/real-store.ts'

const store = await realStore()

const over = (between: Partial<Pick<EventStore, 'append' | 'readStream'>>): CommandHandler =>
  createCommandHandler({ ids: ledgerIds, store: { append: store.append, readStream: store.readStream, ...between } })

const AWARD: AccountCommand = { type: 'AwardPoints', amountAmd: 500 }
const COFFEE: AccountCommand = { type: 'RedeemPerk', perkId: 3, perkName: 'Coffee', costTenths: 500, code: 'ABCD2345' }
type Account = ReturnType<typeof freshAccount>
const request = (
  { businessId, buyerId }: Account,
  key: string,
  command: AccountCommand = AWARD,
  deadlineMs = 10_000,
): CommandRequest => ({
  businessId,
  buyerId,
  command,
  action: { key },
  actor: { userId: 5, role: 'business' },
  correlationId: 'test',
  deadlineMs,
})
const log = (account: Account) => store.readStream(account.stream, 0, inMs(5_000))
const until = (atMs: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - Date.now())))

describe('A command whose append', () => {
  it('was written, but whose response was lost until just before its deadline, is looked up and found', async () => {
    const account = freshAccount()
    const ledger = over({
      append: async (...args) => {
        await store.append(...args)
        await until(args[3].deadlineAt)
        return { kind: 'unknown', reason: 'the answer was lost' }
      },
    })
    expect(await ledger.execute(request(account, 'tap', AWARD, 2_000))).toMatchObject({
      kind: 'done',
      balanceAfterTenths: 10,
      replayed: false,
      events: [{ revision: 0 }],
    })
  })

  it('was written and then threw is not reported as failed', async () => {
    const account = freshAccount()
    const ledger = over({
      append: async (...args) => {
        await store.append(...args)
        throw new Error('the connection broke')
      },
    })
    expect(await ledger.execute(request(account, 'tap'))).toMatchObject({ kind: 'done', balanceAfterTenths: 10 })
  })

  it('outlasts the deadline is "unknown", never "busy": it may still be written', async () => {
    const account = freshAccount()
    let written: Promise<unknown> = Promise.resolve()
    const ledger = over({
      append: async (...args) => {
        written = until(Date.now() + 600).then(() => store.append(args[0], args[1], args[2], inMs(5_000)))
        await written
        return { kind: 'unknown', reason: 'too late' }
      },
    })
    expect((await ledger.execute(request(account, 'tap', AWARD, 300))).kind).toBe('unknown')
    await written
    expect(await log(account)).toHaveLength(1)
  })

  it.each([
    ['nobody knows the outcome of', { kind: 'unknown', reason: 'test' } as const],
    ['the store refuses', { kind: 'refused', reason: 'test' } as const],
  ])('%s does not affect the rest of its batch: a refusal in it is still answered', async (_how, outcome) => {
    const account = freshAccount()
    const ledger = over({ append: () => Promise.resolve(outcome) })
    const [first, beside] = await Promise.allSettled([
      ledger.execute(request(account, 'tap')),
      ledger.execute(request(account, 'other', COFFEE)),
    ])
    expect(beside).toMatchObject({ value: { kind: 'refused', code: 'insufficient_points' } })
    expect(first).toMatchObject(
      outcome.kind === 'unknown'
        ? { value: { kind: 'unknown' } }
        : { reason: { message: expect.stringContaining('refused') as string } },
    )
  })

  it('came twice in one batch is executed once, and the second gets a replayed response', async () => {
    const account = freshAccount()
    const ledger = over({})
    const answers = await Promise.all([
      ledger.execute(request(account, 'tap')),
      ledger.execute(request(account, 'tap')),
    ])
    expect(answers).toMatchObject([
      { replayed: false, balanceAfterTenths: 10 },
      { replayed: true, balanceAfterTenths: 10 },
    ])
    expect(await log(account)).toHaveLength(1)
  })
})

describe('A command that arrives', () => {
  it('while the account is being read is not refused on a state older than its arrival', async () => {
    const account = freshAccount()
    let meanwhile: (() => Promise<unknown>) | undefined
    const ledger = over({
      readStream: async (...args) => {
        const events = await store.readStream(...args)
        await meanwhile?.()
        return events
      },
    })
    let behind: Promise<unknown> | undefined
    meanwhile = async () => {
      meanwhile = undefined
      // Another process awards the second perk's cost before it is requested.
      await store.append(account.stream, NO_STREAM, [award(25_000)], inMs(5_000))
      behind = ledger.execute(request(account, 'second', COFFEE))
    }
    expect(
      await ledger.execute(request(account, 'first', { type: 'UseRedemption', redemptionId: 'none' })),
    ).toMatchObject({ code: 'redemption_not_found' })
    expect(await behind).toMatchObject({ kind: 'done', balanceAfterTenths: 0 })
  })

  it('on a stream with a missing event is not decided at all', async () => {
    const account = freshAccount()
    await store.append(account.stream, NO_STREAM, [award(), award(), award()], inMs(5_000))
    let asked = 0
    const ledger = over({
      readStream: async (...args) => (await store.readStream(...args)).toSpliced(1, 1),
      append: (...args) => {
        asked += 1
        return store.append(...args)
      },
    })
    await expect(ledger.execute(request(account, 'tap'))).rejects.toBeInstanceOf(UnreadableEvent)
    await expect(ledger.load(account.businessId, account.buyerId)).rejects.toBeInstanceOf(UnreadableEvent)
    expect(asked).toBe(0)
  })
})
