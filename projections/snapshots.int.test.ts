import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { AWARD_RULE } from '#contracts/units/points.ts'
import { createCommandHandler, type CommandHandler, type CommandRequest } from '#ledger/command-handler.ts'
import { NO_STREAM, type EventStore, type EventToAppend } from '#ledger/event-store.ts'
import { SNAPSHOT_VERSION, type Snapshots } from '#ledger/snapshot.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { readSnapshots } from '#platform/postgres/account-snapshots.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { testServices, type TestServices } from '../infra/testing/harness.ts'
import { waitUntil } from '../infra/testing/wait-until.ts'
import type { AccountEvent } from './runtime/catch-up/account-event.ts'
import { createSnapshotKeeper, takeSnapshot } from './snapshots.ts'

const BUSINESS = 31

let services: TestServices
let store: EventStoreGateway
let pool: Pool
let buyer = 100

beforeAll(async () => {
  services = await testServices({ redis: false })
  store = createEventStoreGateway(services.eventStoreUrl)
  pool = createPool(services.databaseUrl, { max: 3, name: 'test' })
})
afterAll(async () => {
  await store?.close()
  await pool?.end()
  await services?.close()
})

type Account = { buyerId: number; stream: string; keys: string[] }

/** So many awards of ten tenths; `keys` are the commands' ids. */
async function accountOf(events: number): Promise<Account> {
  buyer += 1
  const account = { buyerId: buyer, stream: accountStream(BUSINESS, buyer), keys: [] }
  await writeAwards(account, NO_STREAM, events)
  return account
}

async function writeAwards({ stream, keys }: Account, revision: number, count: number): Promise<void> {
  const awards = Array.from({ length: count }, (): EventToAppend => {
    const commandId = randomUUID()
    keys.push(commandId)
    return {
      type: 'PointsAwarded',
      id: randomUUID(),
      data: { awardId: commandId, amountAmd: 500, tenths: 10, rule: AWARD_RULE },
      metadata: {
        schema: 1,
        commandId,
        inputHash: 'unknown',
        actor: { userId: BUSINESS, role: 'business' },
        $correlationId: 'test',
        recordedAt: new Date().toISOString(),
      },
    }
  })
  const outcome = await store.append(stream, revision, awards, { deadlineAt: Date.now() + 5_000 })
  expect(outcome.kind).toBe('written')
}

/** A ledger that knows no account yet, and how many events it reads. */
function cold(snapshots: Snapshots = readSnapshots(pool)): { ledger: CommandHandler; read: () => number } {
  let events = 0
  const counting: EventStore = {
    append: (...asked) => store.append(...asked),
    readStream: async (...asked) => {
      const page = await store.readStream(...asked)
      events += page.length
      return page
    },
  }
  return { ledger: createCommandHandler({ store: counting, ids: ledgerIds, snapshots }), read: () => events }
}

const award = ({ buyerId }: Account, commandId: string = randomUUID()): CommandRequest => ({
  businessId: BUSINESS,
  buyerId,
  command: { type: 'AwardPoints', amountAmd: 500 },
  action: { commandId },
  actor: { userId: BUSINESS, role: 'business' },
  correlationId: 'test',
})

const revisionOf = async ({ stream }: Account) =>
  (await pool.query<{ revision: number }>('SELECT revision FROM account_snapshots WHERE stream = $1', [stream])).rows[0]
    ?.revision

describe('an account with a snapshot', () => {
  it('is folded from there, and knows every balance, award and command as before', async () => {
    const account = await accountOf(700)
    await takeSnapshot(account.stream, { pool, store })
    await writeAwards(account, 699, 30)
    const { ledger, read } = cold()
    expect(await ledger.execute(award(account))).toMatchObject({ kind: 'done', balanceAfterTenths: 7_310 })
    expect(read(), 'the first page, the event of the snapshot, and what came after it').toBe(100 + 1 + 30)

    // Of the first page, of the snapshot and of the rest; a key with other input is refused, as ever.
    for (const key of [account.keys[0]!, account.keys[650]!, account.keys[720]!]) {
      expect(await ledger.award(BUSINESS, account.buyerId, key)).toMatchObject({ tenths: 10, voided: false })
      expect(await ledger.execute(award(account, key))).toMatchObject({ code: 'idempotency_key_reused' })
    }
    const voided = {
      type: 'VoidAward',
      awardId: account.keys[650]!,
      reason: 'x',
      nowMs: Date.now(),
      byAdmin: true,
    } as const
    expect(await ledger.execute({ ...award(account), command: voided })).toMatchObject({
      kind: 'done',
      balanceAfterTenths: 7_300,
    })
    const again = cold().ledger
    expect(await again.award(BUSINESS, account.buyerId, account.keys[650]!)).toMatchObject({ voided: true })
  })

  it('reads a repeated command from before it back from the log, with its first response', async () => {
    const account = await accountOf(300)
    const key = randomUUID()
    const request = award(account, key)
    const first = await cold().ledger.execute(request)
    await writeAwards(account, 300, 250)
    await takeSnapshot(account.stream, { pool, store })
    const { ledger, read } = cold()
    expect(await ledger.execute(request)).toMatchObject({
      kind: 'done',
      replayed: true,
      balanceAfterTenths: 3_010,
      events: 'events' in first ? first.events : [],
    })
    expect(read(), 'the first page, the event of the snapshot, and that of the command').toBe(100 + 1 + 1)
    expect(await ledger.seen(BUSINESS, account.buyerId, key)).toBe(true)
  })

  it('executes nothing twice that is repeated while another is read back', async () => {
    const account = await accountOf(300)
    const requests = [award(account), award(account), award(account)]
    for (const request of requests) await cold().ledger.execute(request)
    await writeAwards(account, 302, 250)
    await takeSnapshot(account.stream, { pool, store })
    const later: Promise<unknown>[] = []
    const ledger: CommandHandler = createCommandHandler({
      store: {
        append: (...asked) => store.append(...asked),
        readStream: async (...asked) => {
          // The command at 300 is read back.
          if (asked[1] === 300) later.push(...[requests[1]!, requests[2]!, award(account)].map(ledger.execute))
          return store.readStream(...asked)
        },
      },
      ids: ledgerIds,
      snapshots: readSnapshots(pool),
    })
    expect(await ledger.execute(requests[0]!)).toMatchObject({ replayed: true, balanceAfterTenths: 3_010 })
    expect(await Promise.all(later)).toMatchObject([
      { replayed: true, balanceAfterTenths: 3_020 },
      { replayed: true, balanceAfterTenths: 3_030 },
      { replayed: false, balanceAfterTenths: 5_540 },
    ])
  })

  it('is folded on from its own snapshot when the next one is due', async () => {
    const account = await accountOf(500)
    await takeSnapshot(account.stream, { pool, store })
    await writeAwards(account, 499, 500)
    await takeSnapshot(account.stream, { pool, store })
    expect(await revisionOf(account)).toBe(999)
    expect(await cold().ledger.execute(award(account))).toMatchObject({ balanceAfterTenths: 10_010 })
  })

  it.each<[string, (account: Account) => Promise<unknown>]>([
    [
      'of another stream, as after a restore',
      ({ stream }) =>
        pool.query(`UPDATE account_snapshots SET last_event_id = $2, head = '{}' WHERE stream = $1`, [
          stream,
          randomUUID(),
        ]),
    ],
    [
      'beyond the end of the log',
      ({ stream }) => pool.query('UPDATE account_snapshots SET revision = 9999 WHERE stream = $1', [stream]),
    ],
    [
      'of another version',
      ({ stream }) =>
        pool.query('UPDATE account_snapshots SET version = $2 WHERE stream = $1', [stream, SNAPSHOT_VERSION + 1]),
    ],
    [
      'cut off',
      ({ stream }) =>
        pool.query('UPDATE account_snapshots SET commands = left(commands, 5000) WHERE stream = $1', [stream]),
    ],
    ['missing', ({ stream }) => pool.query('DELETE FROM account_snapshots WHERE stream = $1', [stream])],
  ])('is folded from its first event if the snapshot is %s, and gets a right one', async (_what, spoil) => {
    const account = await accountOf(600)
    await takeSnapshot(account.stream, { pool, store })
    await spoil(account)
    const { ledger, read } = cold()
    expect(await ledger.execute(award(account))).toMatchObject({ kind: 'done', balanceAfterTenths: 6_010 })
    expect(read()).toBeGreaterThanOrEqual(600)
    await takeSnapshot(account.stream, { pool, store })
    const after = cold()
    expect(await after.ledger.execute(award(account))).toMatchObject({ balanceAfterTenths: 6_020 })
    expect(after.read()).toBeLessThan(110)
  })

  it('is folded from its first event while PostgreSQL is away, or silent', async () => {
    const account = await accountOf(600)
    const away: Snapshots = { read: () => Promise.reject(new Error('away')) }
    const silent = createPool('postgres://nobody@127.0.0.1:1/none', { max: 1, name: 'test' })
    for (const snapshots of [away, readSnapshots(silent)])
      expect((await cold(snapshots).ledger.execute(award(account))).kind).toBe('done')
    await silent.end()
  })
})

describe('the keeper of snapshots', () => {
  it('writes one when a batch brings an account to a multiple of 500 events', async () => {
    const failed: unknown[] = []
    const options = {
      pool,
      store,
      signal: new AbortController().signal,
      onFailed: (error: unknown) => failed.push(error),
    }
    const heard = createSnapshotKeeper(options)
    const [long, short] = [await accountOf(1_000), await accountOf(499)]
    const batchOf = ({ stream, keys }: Account) => ({
      events: keys.map((_, revision) => ({ stream, revision })) as AccountEvent[],
      position: 1n,
      count: keys.length,
      tookMs: 1,
    })
    heard(batchOf(long))
    heard(batchOf(short))
    await waitUntil('the snapshot', async () => (await revisionOf(long)) === 999)
    expect(await revisionOf(short)).toBeUndefined()
    expect(failed).toEqual([])
  })
})
