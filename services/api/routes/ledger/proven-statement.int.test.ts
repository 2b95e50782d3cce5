/** Longer than one page. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { verifyFile } from '#contracts/verify/verify-file.ts'
import { readSeal } from '#audit/canonical-event.ts'
import { growLog } from '#audit/grow-log.ts'
import { openMerkleTree } from '#audit/merkle-tree.ts'
import { openSigningKey } from '#audit/signing-key.ts'
import { NO_STREAM, type EventToAppend } from '#ledger/event-store.ts'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import { testDatabaseAndStore } from '../../../../infra/testing/servers/test-database.ts'
import { provenStatement } from './proven-statement.ts'

const { pool, store } = await testDatabaseAndStore()

const signingKey = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
const LONG = 1_203

/**
 * An account with `covered` events under a signed head and `later` ones after it: its file, and the size of each read.
 */
async function open(covered: number, later: number, eventOf: () => EventToAppend = award) {
  const { businessId, buyerId, stream } = freshAccount()
  const append = async (count: number, revision: number) => {
    const outcome = await store.append(
      stream,
      revision,
      Array.from({ length: count }, () => eventOf()),
      inMs(20_000),
    )
    expect(outcome.kind).toBe('written')
  }
  await append(covered, NO_STREAM)
  const log = store.openLogReader(LOG_PREFIXES)
  await growLog({ pool, log, key: signingKey })
  await log.close()
  if (later > 0) await append(later, covered - 1)
  const readings: number[] = []
  const readStream: EventStoreGateway['readStream'] = async (...asked) => {
    const events = await store.readStream(...asked)
    readings.push(events.length)
    return events
  }
  const text = await provenStatement(
    { pool, readStream, merkle: openMerkleTree(pool), signingKey, seal: () => readSeal(pool) },
    businessId,
    buyerId,
    async () => {},
  )
  return { text: text!, readings }
}

it.each([
  [1, 0],
  [1, 5],
  [2, 0],
  [7, 1],
  [500, 3],
  [501, 0],
  [LONG, 40],
])(
  'holds exactly the %i events under the signed head, without the %i later ones, and verifies',
  async (covered, later) => {
    const { text } = await open(covered, later)
    let file = ''
    for await (const part of text) file += part
    expect(JSON.parse(file.slice(0, file.indexOf('\n')))).toMatchObject({
      hatik: 'statement/1',
      query: { events: covered },
    })
    expect(await verifyFile(file)).toMatchObject({ ok: true, kind: 'statement', events: covered, problems: [] })
  },
)

it('proves the stored form, also with fields of a later version (decision 60)', async () => {
  const { text } = await open(2, 0, () => {
    const event = award()
    return Object.assign(event, { data: { ...event.data, later: 'kept' }, metadata: { ...event.metadata, later: 1 } })
  })
  let file = ''
  for await (const part of text) file += part
  expect(file.match(/"later":"kept"/g)).toHaveLength(2)
  expect(await verifyFile(file)).toMatchObject({ ok: true, events: 2, problems: [] })
})

it('keeps one page in memory, and stops reading when its reader leaves', async () => {
  const { text, readings } = await open(LONG, 0)
  const looks = readings.length
  expect(Math.max(...readings)).toBe(1)
  await text.next()
  const { value } = await text.next()
  expect(String(value).trimEnd().split('\n')).toHaveLength(500)
  expect(readings.slice(looks)).toEqual([500])
  await text.return(undefined)
  expect(readings.slice(looks)).toEqual([500])
})

it('does not exist for an account without events under a signed head', async () => {
  await open(1, 0)
  const { businessId, buyerId } = freshAccount()
  const sources = {
    pool,
    readStream: store.readStream,
    merkle: openMerkleTree(pool),
    signingKey,
    seal: () => readSeal(pool),
  }
  expect(await provenStatement(sources, businessId, buyerId, async () => {})).toBeUndefined()
})
