/**
 * Appends what is new in the ledger's log to the Merkle log, and signs a head over it. Any number of processes may call it: one works.
 * Killed anywhere, it goes on where the leaves end: leaves, nodes and heads move in transactions.
 */
import { toHex } from '#contracts/verify/sha256.ts'
import { headText } from '#contracts/verify/signatures.ts'
import { HEAD_EVENT_DATA, HEADS_STREAM } from '#contracts/head-events.ts'
import type { LogReader } from '#platform/event-store/log-reader.ts'
import { bySystem, recordEvents } from '#platform/event-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'
import { canonicalEvent, readSeal } from './canonical-event.ts'
import { leafHash, nodeHash } from './hashes.ts'
import { openMerkleTree } from './merkle-tree.ts'
import type { SigningKey } from './signing-key.ts'

const LOCK = 7_301_023
/** A batch is hashed in one go, beside the projections: milliseconds, not tens of them. */
const BATCH_EVENTS = 500

export type Grown = { appended: number; size: number; signed: boolean }

/** Undefined where another process is at it. Throws where the store or the database is away; simply call again. */
export async function growLog({ pool, log, key, now = () => new Date(), signal }: {
  pool: Pool
  log: LogReader
  key: SigningKey
  now?: () => Date
  signal?: AbortSignal
}): Promise<Grown | undefined> {
  const seal = await readSeal(pool)
  const grown: Grown = { appended: 0, size: 0, signed: false }
  /** How far this run has read: past the last leaf where foreign events follow it. */
  let read: bigint | null = null
  for (;;) {
    const step = await inTransaction(pool, async (client) => {
      const { rows: locks } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [LOCK])
      if (!locks[0]?.taken) return undefined
      const { rows } = await client.query<{ size: number; position: string | null }>(
        'SELECT coalesce(max(index) + 1, 0) AS size, max(position)::text AS "position" FROM ledger_leaves',
      )
      const { size, position } = rows[0]!
      const batch = await log.read(later(position === null ? null : BigInt(position), read), BATCH_EVENTS)
      const leaves = batch.events.map((event) => ({ position: String(event.position), hash: leafHash(canonicalEvent(event, seal)) }))
      await appendLeaves(client, size, leaves)
      const done = batch.reachedHead || (leaves.length === 0 && batch.lastPosition === null)
      const signed = done ? await signHead(client, size + leaves.length, key, now()) : false
      return { appended: leaves.length, size: size + leaves.length, done, signed, lastPosition: batch.lastPosition }
    })
    if (!step) return undefined
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

async function appendLeaves(client: PoolClient, size: number, leaves: readonly { position: string; hash: Buffer }[]): Promise<void> {
  if (leaves.length === 0) return
  // The right edge: roots of the complete subtrees that may become left children.
  const edge: Buffer[] = []
  for (let level = 0, rest = size; rest > 0; level += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 0) continue
    const { rows } =
      level === 0
        ? await client.query<{ hash: Buffer }>('SELECT hash FROM ledger_leaves WHERE index = $1', [rest - 1])
        : await client.query<{ hash: Buffer }>('SELECT hash FROM ledger_nodes WHERE level = $1 AND index = $2', [level, rest - 1])
    edge[level] = rows[0]!.hash
  }
  const nodes: { level: number; index: number; hash: Buffer }[] = []
  leaves.forEach(({ hash }, offset) => {
    let [level, index, root] = [0, size + offset, hash]
    while (index % 2 === 1) {
      root = nodeHash(edge[level]!, root)
      level += 1
      index = (index - 1) / 2
      nodes.push({ level, index, hash: root })
    }
    edge[level] = root
  })
  await client.query('INSERT INTO ledger_leaves (index, position, hash) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])', [
    leaves.map((_leaf, offset) => size + offset),
    leaves.map(({ position }) => position),
    leaves.map(({ hash }) => hash),
  ])
  await client.query('INSERT INTO ledger_nodes (level, index, hash) SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])', [
    nodes.map(({ level }) => level),
    nodes.map(({ index }) => index),
    nodes.map(({ hash }) => hash),
  ])
}

/** Once for each size; in the same transaction on its way into the store. */
async function signHead(client: PoolClient, size: number, key: SigningKey, at: Date): Promise<boolean> {
  const known = await client.query('SELECT 1 FROM ledger_heads WHERE size = $1', [size])
  if (size === 0 || known.rowCount) return false
  const { rows } = await client.query<{ position: string }>('SELECT position::text AS "position" FROM ledger_leaves WHERE index = $1', [size - 1])
  const root = toHex(await openMerkleTree(client).root(size))
  const unsigned = { size, root, position: rows[0]!.position, at: at.toISOString() }
  const head = { ...unsigned, keyId: key.keyId, signature: key.sign(headText(unsigned)) }
  await client.query('INSERT INTO ledger_keys (key_id, public_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [key.keyId, Buffer.from(key.publicKey, 'hex')])
  await client.query('INSERT INTO ledger_heads (size, root, position, at, key_id, signature) VALUES ($1, $2, $3, $4, $5, $6)', [
    size,
    Buffer.from(root, 'hex'),
    head.position,
    head.at,
    key.keyId,
    Buffer.from(head.signature, 'hex'),
  ])
  await recordEvents(client, HEADS_STREAM, HEAD_EVENT_DATA, [{ type: 'HeadSigned', data: head }], bySystem(`head:${size}`, at))
  return true
}
