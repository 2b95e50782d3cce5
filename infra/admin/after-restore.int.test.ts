import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { BUSINESS_EVENT_DATA, BUSINESS_PREFIX, businessStream } from '#contracts/events/business-events.ts'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, inMs } from '#platform/event-store/events-for-tests.ts'
import type { LogEvent } from '#platform/event-store/gateway.ts'
import { recordEvents, relayEvents, systemCommandId } from '#platform/outbox/event-outbox.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { testDatabaseAndStore } from '../testing/servers/test-database.ts'
import { insertUser } from '../testing/people/people-rows.ts'

const { services, pool, store } = await testDatabaseAndStore()

let businessId = 20
beforeEach(() => {
  businessId += 1
})

const command = async () =>
  (
    await promisify(execFile)(process.execPath, [
      'infra/admin/main.ts',
      'after-restore',
      '--database',
      services.databaseUrl,
      '--event-store',
      services.eventStoreUrl,
    ])
  ).stdout

/** True if the event is new. */
const suspend = (what: string) =>
  inTransaction(pool, (client) =>
    recordEvents(
      client,
      businessStream(businessId),
      BUSINESS_EVENT_DATA,
      [{ type: 'BusinessSuspended', data: { reason: what, from: 'active' } }],
      {
        commandId: systemCommandId(`${businessId} ${what}`),
        actor: { userId: 9, role: 'admin' },
        correlationId: 'test',
        at: new Date('2026-11-20T12:00:00Z'),
      },
    ),
  )

/** The database as of `revisions` events of the stream. */
async function restore(revisions: number): Promise<void> {
  await pool.query('DELETE FROM event_outbox WHERE stream = $1 AND revision >= $2', [
    businessStream(businessId),
    revisions,
  ])
  await pool.query('UPDATE event_streams SET next_revision = $2 WHERE stream = $1', [
    businessStream(businessId),
    revisions,
  ])
  if (revisions === 0) await pool.query('DELETE FROM event_streams WHERE stream = $1', [businessStream(businessId)])
}

/** Reasons in log order; checks consecutive revisions without duplicates. */
async function inTheLog(): Promise<string[]> {
  const reader = store.openLogReader([BUSINESS_PREFIX])
  const { events } = await reader.read(null, 4_000)
  await reader.close()
  const own = events.filter(({ stream }: LogEvent) => stream === businessStream(businessId))
  expect(own.map(({ revision }) => revision)).toEqual(own.map((_, index) => index))
  expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
  return own.map(({ data }) => (data as { reason: string }).reason)
}

const stuckNow = async () => (await relayEvents(pool, store)).stuck

describe('after PostgreSQL was restored from an older backup', () => {
  it('a stuck outbox stream is relayed behind the log’s events after the command', async () => {
    for (const what of ['one', 'two', 'lost', 'lost too']) await suspend(what)
    await relayEvents(pool, store)
    await restore(2)
    await suspend('new')
    await suspend('newer')
    expect(await stuckNow()).toEqual([businessStream(businessId)])

    expect(await command()).toContain(
      `${businessStream(businessId)}: added 2 missing events from the log; the worker will relay 2 waiting events after them.`,
    )
    expect(await stuckNow()).toEqual([])
    await suspend('newest')
    expect(await stuckNow()).toEqual([])
    expect(await inTheLog()).toEqual(['one', 'two', 'lost', 'lost too', 'new', 'newer', 'newest'])
  })

  it('an earlier action adds no second event, repeated before the command or after', async () => {
    for (const what of ['one', 'again', 'again later']) await suspend(what)
    await relayEvents(pool, store)
    await restore(1)
    await suspend('new')
    await suspend('again')
    expect(await stuckNow()).toEqual([businessStream(businessId)])
    await command()
    expect(await suspend('again later')).toBe(false)
    expect(await stuckNow()).toEqual([])
    expect(await inTheLog()).toEqual(['one', 'again', 'again later', 'new'])
  })

  it('a stream begun after the backup continues, and relayed events without a mark are marked', async () => {
    await suspend('lost')
    await relayEvents(pool, store)
    await restore(0)
    await suspend('new')
    await command()
    expect(await stuckNow()).toEqual([])
    await pool.query('UPDATE event_outbox SET position = NULL WHERE stream = $1', [businessStream(businessId)])
    await command()
    expect((await pool.query('SELECT FROM event_outbox WHERE position IS NULL')).rowCount).toBe(0)
    expect(await inTheLog()).toEqual(['lost', 'new'])
  })

  it('no sign-up gets a user ID of the log; a second run changes nothing', async () => {
    await store.append(accountStream(11, 5_000), NO_STREAM, [award()], inMs(10_000))
    expect(await command()).toContain('the next user gets 5001.')
    const again = await command()
    expect(again).toContain('the next one is above the highest in the log (5000).')
    expect(again).toContain('The event outbox is up to date with the log.')
    expect((await insertUser(pool, { role: 'buyer', passwordHash: 'x', code: 'AR0001' })).id).toBe(5_001)
  })
})
