import type { Logger } from 'pino'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Told at the level fatal, and no reason to stop: a ledger without signed heads would be worse, and what the earlier keys have signed can still be
 * checked with what the database knows of them. But whoever checks by a key that he wrote down, or asks two processes of which each has made a key
 * of its own, finds signatures by a key that he does not know.
 */
const NEW_KEY =
  "the ledger is signed with a key that has never signed it before, though others have: the key's file was lost and made anew, or this process was given another one. Bring back the earlier key (LEDGER_KEY, LEDGER_KEY_FILE), and give every process the same"

/** True where heads have been signed, none of them by this key. The first key of all replaces none. Throws where PostgreSQL is away. */
export async function replacesAnother(db: Queryable, { keyId }: Pick<SigningKey, 'keyId'>): Promise<boolean> {
  const { rows } = await db.query<{ replaces: boolean | null }>(
    'SELECT bool_and(key_id <> $1) AS replaces FROM ledger_keys',
    [keyId],
  )
  return rows[0]?.replaces ?? false
}

/** To be called before this process signs for the first time: from then on the key is one of those that have. Throws where PostgreSQL is away. */
export async function tellIfReplaced(
  db: Queryable,
  key: Pick<SigningKey, 'keyId'>,
  log: Pick<Logger, 'fatal'>,
): Promise<void> {
  if (await replacesAnother(db, key)) log.fatal({ keyId: key.keyId }, NEW_KEY)
}
