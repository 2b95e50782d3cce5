import type { Logger } from 'pino'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Logged at level fatal without stopping, because a ledger without signed tree heads would be worse, and the database
 * still has the earlier public keys.
 * However, a verifier that has written down the earlier key, or processes that each created their own, will find
 * signatures by an unknown key.
 */
const NEW_KEY =
  "the ledger is signed with a key that has never signed it before, though others have: the key's file was lost and made anew, or this process was given another one. Bring back the earlier key (LEDGER_KEY, LEDGER_KEY_FILE), and give every process the same"

/**
 * True if heads have been signed, but none by this key; false for the very first key. Throws if PostgreSQL is
 * unavailable.
 */
export async function replacesAnother(db: Queryable, { keyId }: Pick<SigningKey, 'keyId'>): Promise<boolean> {
  const { rows } = await db.query<{ replaces: boolean | null }>(
    'SELECT bool_and(key_id <> $1) AS replaces FROM ledger_keys',
    [keyId],
  )
  return rows[0]?.replaces ?? false
}

/**
 * Call before this process signs for the first time, because then the key counts as known. Throws if PostgreSQL is
 * unavailable.
 */
export async function tellIfReplaced(
  db: Queryable,
  key: Pick<SigningKey, 'keyId'>,
  log: Pick<Logger, 'fatal'>,
): Promise<void> {
  if (await replacesAnother(db, key)) log.fatal({ keyId: key.keyId }, NEW_KEY)
}
