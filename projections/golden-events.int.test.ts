/** Every form of every event, in a real store: folded, projected, replayed, and proven as stored (decision 60). */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { canonicalEvent, readSeal } from '#audit/canonical-event.ts'
import { growLog } from '#audit/grow-log.ts'
import { openSigningKey } from '#audit/signing-key.ts'
import { ACCOUNT_PREFIX } from '#contracts/events/ledger-events.ts'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { leafHash } from '#contracts/verify/merkle.ts'
import { evolve, initialState } from '#ledger/account/account.ts'
import { allAccountEvents } from '#ledger/account-events.ts'
import { NO_STREAM, type EventToAppend } from '#ledger/event-store.ts'
import { inMs } from '#platform/event-store/events-for-tests.ts'
import type { LogEvent } from '#platform/event-store/gateway.ts'
import { goldenHistory } from '../infra/testing/golden-events.ts'
import { testDatabaseAndStore } from '../infra/testing/servers/test-database.ts'
import { readModels } from './all.ts'
import { createCatchUp } from './runtime/catch-up/catch-up.ts'
import { createGeneration, digestGeneration } from './runtime/generations/generations.ts'
import { rebuildInto } from './runtime/replay/rebuild.ts'
import { foldLog, readTables } from './testing/fold.ts'

const { pool, store } = await testDatabaseAndStore()

const history = goldenHistory()
const followed = history.filter(({ stream }) => LOG_PREFIXES.some((prefix) => stream.startsWith(prefix)))
let logged: LogEvent[]

beforeAll(async () => {
  const revisions = new Map<string, number>()
  for (const { stream, ...event } of history) {
    const revision = revisions.get(stream) ?? NO_STREAM
    const outcome = stream.startsWith(ACCOUNT_PREFIX)
      ? await store.append(stream, revision, [event as EventToAppend], inMs(10_000))
      : await store.appendOther(stream, revision, [event], inMs(10_000))
    if (outcome.kind !== 'written') throw new Error(`${event.type}: ${outcome.kind}`)
    revisions.set(stream, revision + 1)
  }
  const log = store.openLogReader(LOG_PREFIXES)
  logged = (await log.read(null, 1_000)).events
  await log.close()
})

it('the log gives back what was stored, and nothing else', () => {
  const stored = logged.map(({ id, stream, type, data, metadata }) => ({ id, stream, type, data, metadata }))
  expect(stored).toEqual(followed)
})

it('the ledger folds every account', async () => {
  const balances: Record<string, [tenths: number, closed: boolean]> = {}
  for (const stream of new Set(
    history.map((event) => event.stream).filter((name) => name.startsWith(ACCOUNT_PREFIX)),
  )) {
    const state = (await allAccountEvents(store, stream)).reduce(evolve, initialState)
    balances[stream] = [state.balanceTenths, state.closed]
  }
  expect(balances).toEqual({
    'account-7.101': [0, true],
    'account-7.102': [10, false],
    'account-7.501': [0, true],
  })
})

it('the read models hold every event, and a replay gives the same rows', async () => {
  const log = store.openLogReader(LOG_PREFIXES)
  const result = await createCatchUp({ pool, log, readModels })()
  expect(result).toMatchObject({ applied: followed.length, stoppedBy: null })
  expect(await readTables(pool)).toEqual(foldLog(logged.filter(({ stream }) => stream.startsWith(ACCOUNT_PREFIX))))
  const generation = await createGeneration(pool, readModels)
  await rebuildInto(generation, { pool, log, readModels })
  await log.close()
  expect(await digestGeneration(pool, generation, readModels)).toEqual(
    await digestGeneration(pool, result.generation, readModels),
  )
})

it('settings changed in any version have their changes in the history', async () => {
  const { rows } = await pool.query<{ changes: number | null }>(
    `SELECT json_array_length(facts::json -> 'changes') AS changes FROM read.business_history AS act
     WHERE type = 'SettingsChanged' ORDER BY act.position`,
  )
  expect(rows.map(({ changes }) => changes)).toEqual([0, 1, 0, 1, 0, 1])
})

it('leaves are hashes of the stored form', async () => {
  const log = store.openLogReader(LOG_PREFIXES)
  await growLog({ pool, log, key: openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' }) })
  await log.close()
  const seal = await readSeal(pool)
  const { rows } = await pool.query<{ hash: Buffer }>('SELECT hash FROM ledger_leaves ORDER BY index')
  const expected = logged.map((event, index) => {
    const { data, metadata } = followed[index]!
    return Buffer.from(leafHash(canonicalEvent({ ...event, data, metadata }, seal))).toString('hex')
  })
  expect(rows.map(({ hash }) => hash.toString('hex'))).toEqual(expected)
})
