/** RFC 6962, 2.1. Only complete subtrees are stored. */
import { LRUCache } from 'lru-cache'
import { EMPTY_ROOT, nodeHash } from '#contracts/verify/merkle.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** About 30 MB. */
const NODES_KEPT = 100_000

export type MerkleTree = {
  root(size: number): Promise<Uint8Array>
  inclusion(index: number, size: number): Promise<Uint8Array[]>
  consistency(first: number, second: number): Promise<Uint8Array[]>
}

/** Largest power of two below `size`. */
function split(size: number): number {
  let k = 1
  while (k * 2 < size) k *= 2
  return k
}

export function openMerkleTree(db: Queryable): MerkleTree {
  // Complete subtrees never change.
  const nodes = new LRUCache<string, Uint8Array>({ max: NODES_KEPT })

  async function node(level: number, index: number): Promise<Uint8Array> {
    const key = `${level}:${index}`
    const kept = nodes.get(key)
    if (kept) return kept
    const { rows } =
      level === 0
        ? await db.query<{ hash: Buffer }>({
            name: 'ledger-leaf',
            text: 'SELECT hash FROM ledger_leaves WHERE index = $1',
            values: [index],
          })
        : await db.query<{ hash: Buffer }>({
            name: 'ledger-node',
            text: 'SELECT hash FROM ledger_nodes WHERE level = $1 AND index = $2',
            values: [level, index],
          })
    const hash = rows[0]?.hash
    if (!hash) throw new RangeError(`The Merkle log has no node ${level}/${index}`)
    // The database's buffer would keep a 64 KB chunk in memory.
    const own = Uint8Array.from(hash)
    nodes.set(key, own)
    return own
  }

  /** Tree hash (MTH) of `size` leaves from `start`, split until each range is a complete subtree. */
  async function range(start: number, size: number): Promise<Uint8Array> {
    const level = Math.log2(size)
    if (Number.isInteger(level) && start % size === 0) return node(level, start / size)
    const k = split(size)
    return nodeHash(await range(start, k), await range(start + k, size - k))
  }

  async function path(index: number, start: number, size: number): Promise<Uint8Array[]> {
    if (size === 1) return []
    const k = split(size)
    if (index < k) return [...(await path(index, start, k)), await range(start + k, size - k)]
    return [...(await path(index - k, start + k, size - k)), await range(start, k)]
  }

  async function subproof(first: number, start: number, size: number, whole: boolean): Promise<Uint8Array[]> {
    if (first === size) return whole ? [] : [await range(start, size)]
    const k = split(size)
    if (first <= k) return [...(await subproof(first, start, k, whole)), await range(start + k, size - k)]
    return [...(await subproof(first - k, start + k, size - k, false)), await range(start, k)]
  }

  return {
    root: async (size) => (size === 0 ? EMPTY_ROOT : range(0, size)),
    inclusion: (index, size) => path(index, 0, size),
    consistency: (first, second) => subproof(first, 0, second, true),
  }
}
