import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { LOG_PREFIXES } from '#contracts/support-events.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import { testDatabaseAndStore } from '../../infra/quality/test-database.ts'
import { growLog } from './grow-log.ts'
import { createLeafWatch } from './last-leaf.ts'
import { openSigningKey } from './signing-key.ts'

const { pool, store } = await testDatabaseAndStore()

const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })

/** An event of the log, and where it stands. */
async function append(): Promise<string> {
  const outcome = await store.append(freshAccount().stream, NO_STREAM, [award()], inMs(10_000))
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return String(outcome.position)
}

/** One run; ended from outside where it does not end by itself. */
async function grow(): Promise<{ lastLeaf: string; ended: boolean }> {
  const log = store.openLogReader(LOG_PREFIXES)
  const signal = AbortSignal.timeout(15_000)
  try {
    await growLog({ pool, log, key, signal })
  } finally {
    await log.close()
  }
  const { rows } = await pool.query<{ position: string }>('SELECT max(position)::text AS position FROM ledger_leaves')
  return { lastLeaf: rows[0]!.position, ended: !signal.aborted }
}

it('the log grows past any number of events of other streams, and a run over nothing else comes to its end', async () => {
  const first = await append()
  expect(await grow()).toEqual({ lastLeaf: first, ended: true })
  const foreign = Array.from({ length: 1_200 }, () => ({ ...award(), id: randomUUID() }))
  expect((await store.appendOther(`elsewhere-${randomUUID()}`, NO_STREAM, foreign, inMs(10_000))).kind).toBe('written')
  expect(await grow()).toEqual({ lastLeaf: first, ended: true })
  const second = await append()
  expect(await grow()).toEqual({ lastLeaf: second, ended: true })
  const third = await append()
  expect(await grow()).toEqual({ lastLeaf: third, ended: true })
}, 90_000)

it('the log that the last leaf was made from is known again, and none that holds another event there, or nothing', async () => {
  await append()
  const at = BigInt((await grow()).lastLeaf)
  const fits = (position: bigint) => createLeafWatch(pool, async () => store.eventAt(position), () => {}).fits()
  expect(await fits(at)).toBe(true)
  const other = BigInt(await append())
  expect(await fits(other)).toBe(false)
  expect(await fits(other + 1_000n)).toBe(false)
})

it('a log that does not fit is told once, however often it is looked at, and again where another comes after the right one was back', async () => {
  await append()
  const at = BigInt((await grow()).lastLeaf)
  const other = BigInt(await append())
  const onMisfit = vi.fn<() => void>()
  let position = at
  const watch = createLeafWatch(pool, async () => store.eventAt(position), onMisfit)
  /** What is found after a break of the connection, and how often it was told until then. */
  const afterBreak = async (next: bigint) => {
    position = next
    watch.again()
    return [await watch.fits(), onMisfit.mock.calls.length]
  }
  expect(await afterBreak(at)).toEqual([true, 0])
  expect(await afterBreak(other)).toEqual([false, 1])
  expect(await watch.fits()).toBe(false)
  expect(await afterBreak(other)).toEqual([false, 1])
  expect(await afterBreak(at)).toEqual([true, 1])
  expect(await afterBreak(other)).toEqual([false, 2])
})
