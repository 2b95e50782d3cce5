/**
 * Appends events to the Merkle log and signs a tree head. Any number of processes may call it; one works. Leaves, nodes
 * and heads share transactions, so a crash loses nothing.
 */
import { nodeHash } from '#contracts/verify/merkle.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { headText } from '#contracts/verify/signatures.ts'
import { HEAD_EVENT_DATA, HEADS_STREAM } from '#contracts/events/head-events.ts'
import type { LogReader } from '#platform/event-store/log-reader.ts'
import { bySystem, recordEvents } from '#platform/outbox/event-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { readSeal } from './canonical-event.ts'
import { leavesOf, type Leaf } from './leaves.ts'
import { openMerkleTree } from './merkle-tree.ts'
import type { SigningKey } from './signing-key.ts'

const LOCK = 7_301_023
/** Transactions of a few milliseconds. */
const BATCH_EVENTS = 250

export type Grown = { appended: number; size: number; signed: boolean }

/**
 * The right edge of a tree of this size: by level, the roots of the complete subtrees that may become left children.
 */
type Edge = { size: number; roots: Uint8Array[] }

/**
 * Undefined if another process holds the lock; throws if the store or database is unavailable (a retry is safe).
 * `sign`: default yes.
 */
export async function growLog({
  pool,
  log,
  key,
  now = () => new Date(),
  sign = true,
  signal,
}: {
  pool: Pool
  log: LogReader
  key: SigningKey
  now?: () => Date
  sign?: boolean
  signal?: AbortSignal
}): Promise<Grown | undefined> {
  const seal = await readSeal(pool)
  const grown: Grown = { appended: 0, size: 0, signed: false }
  /** Past the last leaf if foreign events follow it. */
  let read: bigint | null = null
  let edge: Edge | undefined
  for (;;) {
    const step = await inTransaction(pool, async (client) => {
      const { rows: locks } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
        LOCK,
      ])
      if (!locks[0]?.taken) return undefined
      const { rows } = await client.query<{ size: number; position: string | null }>(
        'SELECT coalesce(max(index) + 1, 0) AS size, max(position)::text AS "position" FROM ledger_leaves',
      )
      const { size, position } = rows[0]!
      const batch = await log.read(later(position === null ? null : BigInt(position), read), BATCH_EVENTS)
      const leaves = await leavesOf(batch.events, seal)
      const grownEdge =
        leaves.length === 0
          ? edge
          : await appendLeaves(client, edge?.size === size ? edge : await readEdge(client, size), leaves)
      const done = batch.reachedHead || (leaves.length === 0 && batch.lastPosition === null)
      const signed = done && sign ? await signHead(client, size + leaves.length, key, now()) : false
      return {
        appended: leaves.length,
        size: size + leaves.length,
        done,
        signed,
        lastPosition: batch.lastPosition,
        edge: grownEdge,
      }
    })
    if (!step) return undefined
    edge = step.edge
    grown.appended += step.appended
    grown.size = step.size
    grown.signed ||= step.signed
    read = step.lastPosition
    if (step.done || signal?.aborted) return grown
  }
}

function later(one: bigint | null, other: bigint | null): bigint | null {
  return one === null || (other !== null && other > one) ? other : one
}

async function readEdge(client: PoolClient, size: number): Promise<Edge> {
  const levels: number[] = []
  const indexes: number[] = []
  for (let level = 0, rest = size; rest > 0; level += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 0) continue
    levels.push(level)
    indexes.push(rest - 1)
  }
  const { rows } = await client.query<{ level: number; hash: Buffer }>(
    `SELECT wanted.level, coalesce(leaf.hash, node.hash) AS hash FROM unnest($1::int[], $2::bigint[]) AS wanted (level, index)
      LEFT JOIN ledger_leaves AS leaf ON wanted.level = 0 AND leaf.index = wanted.index
      LEFT JOIN ledger_nodes AS node ON node.level = wanted.level AND node.index = wanted.index`,
    [levels, indexes],
  )
  const roots: Uint8Array[] = []
  for (const { level, hash } of rows) roots[level] = hash
  return { size, roots }
}

async function appendLeaves(client: PoolClient, { size, roots: before }: Edge, leaves: readonly Leaf[]): Promise<Edge> {
  const roots = [...before]
  const nodes: { level: number; index: number; hash: Uint8Array }[] = []
  leaves.forEach(({ hash }, offset) => {
    let [level, index, root] = [0, size + offset, hash]
    while (index % 2 === 1) {
      root = nodeHash(roots[level]!, root)
      level += 1
      index = (index - 1) / 2
      nodes.push({ level, index, hash: root })
    }
    roots[level] = root
  })
  await Promise.all([
    client.query(
      'INSERT INTO ledger_leaves (index, position, hash) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])',
      [
        leaves.map((_leaf, offset) => size + offset),
        leaves.map(({ position }) => position),
        leaves.map(({ hash }) => hash),
      ],
    ),
    client.query(
      'INSERT INTO ledger_nodes (level, index, hash) SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])',
      [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
    ),
  ])
  return { size: size + leaves.length, roots }
}

/** Once per size; records the event in the same transaction. */
async function signHead(client: PoolClient, size: number, key: SigningKey, at: Date): Promise<boolean> {
  const known = await client.query('SELECT 1 FROM ledger_heads WHERE size = $1', [size])
  if (size === 0 || known.rowCount) return false
  const { rows } = await client.query<{ position: string }>(
    'SELECT position::text AS "position" FROM ledger_leaves WHERE index = $1',
    [size - 1],
  )
  const root = toHex(await openMerkleTree(client).root(size))
  const unsigned = { size, root, position: rows[0]!.position, at: at.toISOString() }
  const head = { ...unsigned, keyId: key.keyId, signature: key.sign(headText(unsigned)) }
  await client.query('INSERT INTO ledger_keys (key_id, public_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    key.keyId,
    Buffer.from(key.publicKey, 'hex'),
  ])
  await client.query(
    'INSERT INTO ledger_heads (size, root, position, at, key_id, signature) VALUES ($1, $2, $3, $4, $5, $6)',
    [size, Buffer.from(root, 'hex'), head.position, head.at, key.keyId, Buffer.from(head.signature, 'hex')],
  )
  await recordEvents(
    client,
    HEADS_STREAM,
    HEAD_EVENT_DATA,
    [{ type: 'HeadSigned', data: head }],
    bySystem(`head:${size}`, at),
  )
  return true
}
