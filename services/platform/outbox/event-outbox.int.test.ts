import { describe, expect, it } from 'vitest'
import { BUSINESS_EVENT_DATA, BUSINESS_PREFIX, businessStream } from '#contracts/events/business-events.ts'
import { eventMetadataSchema } from '#contracts/events/ledger-events.ts'
import { testDatabaseAndStore } from '../../../infra/testing/servers/test-database.ts'
import { recordEvents, relayEvents, systemCommandId, type Recording } from './event-outbox.ts'
import type { EventStoreGateway, LogEvent } from '../event-store/gateway.ts'
import type { Queryable } from '../postgres/postgres.ts'
import { inTransaction } from '../postgres/transaction.ts'

const { services, pool, store } = await testDatabaseAndStore({ max: 8 })

const recording = (commandId: string): Recording => ({
  commandId,
  actor: { userId: 9, role: 'admin' },
  correlationId: 'test',
  at: new Date('2026-11-20T12:00:00Z'),
})
const suspend = (db: Queryable, businessId: number, commandId: string) =>
  recordEvents(
    db,
    businessStream(businessId),
    BUSINESS_EVENT_DATA,
    [{ type: 'BusinessSuspended', data: { reason: 'too many complaints', from: 'active' } }],
    recording(commandId),
  )

const wait = (businessId: number, times: number) =>
  pool.query(
    `INSERT INTO event_outbox (stream, revision, event_id, type, data, metadata)
     SELECT $1, revision, gen_random_uuid(), 'BusinessSuspended', '{}', '{}' FROM generate_series(0, $2::int - 1) AS revision`,
    [businessStream(businessId), times],
  )

/** Accepts all streams but `stuck`, recording revisions. */
function tellingStore({ stuck, onAppend = () => {} }: { stuck?: string; onAppend?: () => void } = {}) {
  const revisions = new Map<string, number[]>()
  const appendOther: EventStoreGateway['appendOther'] = async (stream, expectedRevision) => {
    onAppend()
    if (stream === stuck) return { kind: 'conflict' }
    revisions.set(stream, [...(revisions.get(stream) ?? []), expectedRevision + 1])
    return { kind: 'written', revision: expectedRevision + 1, position: 1n }
  }
  return { store: { appendOther }, revisions }
}

async function logOf(businessId: number): Promise<LogEvent[]> {
  const reader = store.openLogReader([BUSINESS_PREFIX])
  const events: LogEvent[] = []
  let after: bigint | null = null
  for (;;) {
    const batch = await reader.read(after, 500)
    events.push(...batch.events.filter((event) => event.stream === businessStream(businessId)))
    if (batch.reachedHead) break
    after = batch.lastPosition
  }
  await reader.close()
  return events
}

describe('events of ordinary rows', () => {
  it('writes an event together with its rows or not at all', async () => {
    await expect(
      inTransaction(pool, async (client) => {
        await suspend(client, 1, systemCommandId('one'))
        throw new Error('the rows were refused')
      }),
    ).rejects.toThrow('refused')
    await expect(relayEvents(pool, store)).resolves.toEqual({ relayed: 0, left: 0, stuck: [] })
    await inTransaction(pool, (client) => suspend(client, 1, systemCommandId('one')))
    await expect(relayEvents(pool, store)).resolves.toEqual({ relayed: 1, left: 0, stuck: [] })
    const [event] = await logOf(1)
    expect(event).toMatchObject({
      type: 'BusinessSuspended',
      revision: 0,
      data: { reason: 'too many complaints', from: 'active' },
    })
    expect(eventMetadataSchema.parse(event?.metadata)).toMatchObject({
      commandId: systemCommandId('one'),
      actor: { userId: 9, role: 'admin' },
      recordedAt: '2026-11-20T12:00:00.000Z',
    })
  })

  it("records one command's event once, however often it is retried, without using further revisions", async () => {
    for (const wanted of [true, false, false])
      expect(await inTransaction(pool, (client) => suspend(client, 2, systemCommandId('two')))).toBe(wanted)
    await inTransaction(pool, (client) => suspend(client, 2, systemCommandId('two again')))
    await relayEvents(pool, store)
    expect((await logOf(2)).map((event) => event.revision)).toEqual([0, 1])
  })

  it('appends an event whose mark was lost again, and the log has it once', async () => {
    await inTransaction(pool, (client) => suspend(client, 3, systemCommandId('three')))
    await inTransaction(pool, (client) => suspend(client, 3, systemCommandId('three b')))
    await relayEvents(pool, store)
    await pool.query('UPDATE event_outbox SET position = NULL WHERE stream = $1', [businessStream(3)])
    await inTransaction(pool, (client) => suspend(client, 3, systemCommandId('three c')))
    await expect(relayEvents(pool, store)).resolves.toEqual({ relayed: 3, left: 0, stuck: [] })
    expect((await logOf(3)).map((event) => event.revision)).toEqual([0, 1, 2])
  })

  it('concurrent writers and relays: every event once, in commit order', async () => {
    const writes = Array.from({ length: 40 }, (_, index) =>
      inTransaction(pool, (client) => suspend(client, 4, systemCommandId(`four ${index}`))),
    )
    await Promise.all([...writes, relayEvents(pool, store), relayEvents(pool, store)])
    await relayEvents(pool, store)
    const events = await logOf(4)
    expect(events.map((event) => event.revision)).toEqual(Array.from({ length: 40 }, (_, index) => index))
    expect(new Set(events.map((event) => event.id)).size).toBe(40)
  })

  it('reports a stream on which something else has written, and blocks no other', async () => {
    const metadata = eventMetadataSchema.parse({
      schema: 1,
      commandId: systemCommandId('foreign'),
      inputHash: 'x',
      actor: { userId: 1, role: 'system' },
      $correlationId: 'x',
      recordedAt: '2026-11-20T12:00:00.000Z',
    })
    await store.appendOther(
      businessStream(5),
      -1,
      [{ id: systemCommandId('foreign event'), type: 'Foreign', data: {}, metadata }],
      { deadlineAt: Date.now() + 5_000 },
    )
    await inTransaction(pool, (client) => suspend(client, 5, systemCommandId('five')))
    await inTransaction(pool, (client) => suspend(client, 6, systemCommandId('six')))
    await expect(relayEvents(pool, store)).resolves.toEqual({ relayed: 1, left: 1, stuck: [businessStream(5)] })
    expect(await logOf(6)).toHaveLength(1)
    await pool.query('DELETE FROM event_outbox WHERE stream = $1', [businessStream(5)])
  })

  it('a stuck stream with many waiting events does not starve the others', async () => {
    await wait(9, 600)
    await wait(10, 1)
    const { store: told, revisions } = tellingStore({ stuck: businessStream(9) })
    await expect(relayEvents(pool, told)).resolves.toEqual({ relayed: 1, left: 1, stuck: [businessStream(9)] })
    expect(revisions.get(businessStream(10))).toEqual([0])
    await pool.query('DELETE FROM event_outbox WHERE stream = $1', [businessStream(9)])
  })

  it('one run relays all waiting events, each stream in order', async () => {
    for (const businessId of [11, 12]) await wait(businessId, 600)
    const { store: told, revisions } = tellingStore()
    await expect(relayEvents(pool, told)).resolves.toEqual({ relayed: 1_200, left: 0, stuck: [] })
    const inOrder = Array.from({ length: 600 }, (_, index) => index)
    expect([11, 12].map((businessId) => revisions.get(businessStream(businessId)))).toEqual([inOrder, inOrder])
  })

  it('an aborted run starts no further batch, and the next run continues', async () => {
    await wait(13, 600)
    const stopping = new AbortController()
    const { store: told, revisions } = tellingStore({ onAppend: () => stopping.abort() })
    await expect(relayEvents(pool, told, { signal: stopping.signal })).resolves.toEqual({
      relayed: 500,
      left: 0,
      stuck: [],
    })
    await expect(relayEvents(pool, told)).resolves.toEqual({ relayed: 100, left: 0, stuck: [] })
    expect(revisions.get(businessStream(13))).toHaveLength(600)
  })

  it('asks an unavailable store once per run, whatever is waiting', async () => {
    await wait(15, 600)
    await wait(16, 1)
    let asked = 0
    const away = { appendOther: async () => ((asked += 1), { kind: 'unavailable', reason: 'away' } as const) }
    await expect(relayEvents(pool, away)).resolves.toEqual({ relayed: 0, left: 1, stuck: [] })
    expect(asked).toBe(1)
    await pool.query('DELETE FROM event_outbox WHERE stream = ANY($1)', [[businessStream(15), businessStream(16)]])
  })

  it.skipIf(process.env['EVENTSTORE_URL'])(
    "waits for an unavailable store, and refuses an account's stream",
    async () => {
      await services.killEventStore()
      await inTransaction(pool, (client) => suspend(client, 7, systemCommandId('seven')))
      await expect(relayEvents(pool, store)).resolves.toMatchObject({ relayed: 0, left: 1, stuck: [] })
      await services.restartEventStore()
      await expect(relayEvents(pool, store)).resolves.toMatchObject({ relayed: 1, left: 0 })
      await expect(
        recordEvents(pool, 'account-1.2', BUSINESS_EVENT_DATA, [], recording(systemCommandId('x'))),
      ).rejects.toThrow('Only the ledger')
      await expect(store.appendOther('account-1.2', -1, [], { deadlineAt: Date.now() + 1_000 })).rejects.toThrow(
        'Only the ledger',
      )
      await expect(suspend(pool, 8, 'no-command-id')).rejects.toThrow()
    },
  )
})
