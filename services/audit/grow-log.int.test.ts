import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { EMPTY_ROOT } from '#contracts/verify/merkle.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, freshAccount, inMs } from '#platform/event-store/events-for-tests.ts'
import { arrayLog, History } from '#projections/testing/history.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { testDatabase, testDatabaseAndStore } from '../../infra/testing/servers/test-database.ts'
import { canonicalEvent, readSeal } from './canonical-event.ts'
import { growLog } from './grow-log.ts'
import { leafHash, nodeHash } from '#contracts/verify/merkle.ts'
import { createLeafWatch } from './last-leaf.ts'
import { openMerkleTree } from './merkle-tree.ts'
import { openSigningKey } from './signing-key.ts'
import { consistency, inclusion } from './testing/plain-merkle.ts'

const { pool, store } = await testDatabaseAndStore()

const key = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })

async function append(): Promise<string> {
  const outcome = await store.append(freshAccount().stream, NO_STREAM, [award()], inMs(10_000))
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return String(outcome.position)
}

/** Aborts after 15 seconds. */
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

it('grows past any number of events of other streams, and ends after a run over only those', async () => {
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

it('builds the tree of its leaves in any number of portions and runs, and signs a head when asked', async () => {
  const { pool: own } = await testDatabase()
  const history = new History(1n)
  const grown: { size: number; signed: boolean }[] = []
  for (const [leaves, sign] of [
    [1, true],
    [6, false],
    [700, false],
    [251, true],
    [1, false],
  ] as const) {
    for (let each = 0; each < leaves; each += 1)
      history.award({ businessId: 11, buyerId: 101 + (each % 3) }, 50 * (each + 1))
    const { size, signed } = (await growLog({ pool: own, log: arrayLog(history.events), key, sign }))!
    grown.push({ size, signed })
  }
  expect(grown).toEqual([
    { size: 1, signed: true },
    { size: 7, signed: false },
    { size: 707, signed: false },
    { size: 958, signed: true },
    { size: 959, signed: false },
  ])
  const seal = await readSeal(own)
  const leaves = history.events.map((event) => leafHash(canonicalEvent(event, seal)))
  const tree = openMerkleTree(own)
  for (const size of [1, 7, 707, 958, 959])
    expect(toHex(await tree.root(size))).toBe(toHex(rootOf(leaves.slice(0, size))))
  expect(await tree.root(0)).toEqual(EMPTY_ROOT)
  await expect(tree.root(960)).rejects.toThrow('The Merkle log has no node 6/14')
  for (const [first, second] of [
    [1, 2],
    [3, 7],
    [4, 7],
    [6, 7],
    [7, 7],
    [512, 959],
    [700, 958],
  ] as const) {
    const known = leaves.slice(0, second)
    expect((await tree.consistency(first, second)).map(toHex), `${first} of ${second}`).toEqual(
      consistency(first, known).map(toHex),
    )
    expect((await tree.inclusion(first - 1, second)).map(toHex), `${first} in ${second}`).toEqual(
      inclusion(first - 1, known).map(toHex),
    )
  }
  const { rows } = await own.query<{ size: number; root: string }>(
    `SELECT size, encode(root, 'hex') AS root FROM ledger_heads ORDER BY size`,
  )
  expect(rows).toEqual([1, 958].map((size) => ({ size, root: toHex(rootOf(leaves.slice(0, size))) })))
})

it("caches hashes without the memory of the database's reply", async () => {
  const { pool: own } = await testDatabase()
  const history = new History(1n)
  for (let each = 0; each < 4; each += 1) history.award({ businessId: 11, buyerId: 101 }, 50)
  await growLog({ pool: own, log: arrayLog(history.events), key })
  const tree = openMerkleTree(own)
  for (const size of [1, 2, 4]) expect((await tree.root(size)).buffer.byteLength).toBe(32)
  for (const hash of await tree.inclusion(2, 4)) expect(hash.buffer.byteLength).toBe(32)
})

it('builds a correct tree when another process grew it between two portions of a run', async () => {
  const { pool: own } = await testDatabase()
  const history = new History(1n)
  for (let each = 0; each < 700; each += 1) history.award({ businessId: 11, buyerId: 101 }, 50)
  const events = [...history.events]
  let portions = 0
  const interrupted = Object.assign(Object.create(own) as typeof own, {
    query: own.query.bind(own),
    connect: async () => {
      portions += 1
      if (portions === 2)
        expect(await growLog({ pool: own, log: arrayLog(events.slice(0, 301)), key })).toMatchObject({ size: 301 })
      return own.connect()
    },
  })
  expect(await growLog({ pool: interrupted, log: arrayLog(events), key })).toMatchObject({ size: 700 })
  const seal = await readSeal(own)
  expect(toHex(await openMerkleTree(own).root(700))).toBe(
    toHex(rootOf(events.map((event) => leafHash(canonicalEvent(event, seal))))),
  )
})

/** RFC 6962, 2.1, by its definition. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0]!
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return nodeHash(rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}

it('recognises the log of the last leaf, and no log with another event there or none', async () => {
  await append()
  const at = BigInt((await grow()).lastLeaf)
  const fits = (position: bigint) =>
    createLeafWatch(
      pool,
      async () => store.eventAt(position),
      () => {},
    ).fits()
  expect(await fits(at)).toBe(true)
  const other = BigInt(await append())
  expect(await fits(other)).toBe(false)
  expect(await fits(other + 1_000n)).toBe(false)
})

it('reports an unfitting log once, and again only after the right one was back', async () => {
  await append()
  const at = BigInt((await grow()).lastLeaf)
  const other = BigInt(await append())
  const onMisfit = vi.fn<() => void>()
  let position = at
  const watch = createLeafWatch(pool, async () => store.eventAt(position), onMisfit)
  /** Result after a reconnection, and reports so far. */
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
