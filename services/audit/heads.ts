import type { SignedHead } from '#contracts/calls/proofs.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

const COLUMNS = `size, encode(root, 'hex') AS root, position::text AS "position", at, key_id AS "keyId", encode(signature, 'hex') AS signature`

/** Newest first; `before`: a size. */
export async function headsBefore(
  db: Queryable,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<SignedHead[]> {
  const { rows } = await db.query<SignedHead>(
    `SELECT ${COLUMNS} FROM ledger_heads WHERE $1::bigint IS NULL OR size < $1 ORDER BY ledger_heads.size DESC LIMIT $2`,
    [before ?? null, limit],
  )
  return rows
}

/** Hexadecimal, by id. */
export async function publicKeys(db: Queryable): Promise<Record<string, string>> {
  const { rows } = await db.query<{ keyId: string; publicKey: string }>(
    `SELECT key_id AS "keyId", encode(public_key, 'hex') AS "publicKey" FROM ledger_keys`,
  )
  return Object.fromEntries(rows.map(({ keyId, publicKey }) => [keyId, publicKey]))
}

/** Null until the Merkle log includes the event. */
export async function leafIndexAt(db: Queryable, position: string): Promise<number | null> {
  const { rows } = await db.query<{ index: number }>({
    name: 'ledger-leaf-at',
    text: 'SELECT index FROM ledger_leaves WHERE position = $1::bigint',
    values: [position],
  })
  return rows[0]?.index ?? null
}

/** By position, without events not yet in the Merkle log. */
export async function leafIndexesAt(db: Queryable, positions: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ position: string; index: number }>({
    name: 'ledger-leaves-at',
    text: 'SELECT position::text AS "position", index FROM ledger_leaves WHERE ledger_leaves.position = ANY($1::bigint[])',
    values: [positions],
  })
  return new Map(rows.map(({ position, index }) => [position, index]))
}

export async function logSize(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ size: number }>('SELECT coalesce(max(index) + 1, 0) AS size FROM ledger_leaves')
  return rows[0]?.size ?? 0
}
