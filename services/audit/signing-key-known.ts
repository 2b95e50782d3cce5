import type { Logger } from 'pino'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Fatal, but without stopping: a ledger without signed tree heads would be worse. Verifiers that know only the earlier
 * key will find signatures by an unknown one.
 */
const NEW_KEY =
  "the ledger's signing key is new, although another key has signed before: the key file was lost and generated again, or this process has a different key. Restore the earlier key (LEDGER_KEY, LEDGER_KEY_FILE) and use the same one for every process"

/** True if only other keys have signed heads; false for the first key. Throws if PostgreSQL is unavailable. */
export async function replacesAnother(db: Queryable, { keyId }: Pick<SigningKey, 'keyId'>): Promise<boolean> {
  const { rows } = await db.query<{ replaces: boolean | null }>(
    'SELECT bool_and(key_id <> $1) AS replaces FROM ledger_keys',
    [keyId],
  )
  return rows[0]?.replaces ?? false
}

/** Call before the first signature, which makes the key known. Throws if PostgreSQL is unavailable. */
export async function tellIfReplaced(
  db: Queryable,
  key: Pick<SigningKey, 'keyId'>,
  log: Pick<Logger, 'fatal'>,
): Promise<void> {
  if (await replacesAnother(db, key)) log.fatal({ keyId: key.keyId }, NEW_KEY)
}
