import { createHmac } from 'node:crypto'
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '#contracts/calls/account/second-factor.ts'
import { lettersOfDigest } from '#contracts/units/codes.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { tokenHash } from '../tokens.ts'

/** 79 bits each. They follow from the set-up, so that its retry shows the same codes although rows hold only hashes. */
export const recoveryCodesOf = (secret: string, setUpId: string): string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, index) =>
    lettersOfDigest(
      createHmac('sha256', secret).update(`hatik:recovery-code:${setUpId}:${index}`).digest('hex'),
      RECOVERY_CODE_LENGTH,
    ),
  )

/** In place of all earlier ones. */
export async function storeRecoveryCodes(
  transaction: Queryable,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await removeRecoveryCodes(transaction, userId)
  await transaction.query('INSERT INTO recovery_codes (hash, user_id) SELECT unnest($2::text[]), $1', [
    userId,
    codes.map(tokenHash),
  ])
}

export async function removeRecoveryCodes(transaction: Queryable, userId: number): Promise<void> {
  await transaction.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
}

/** False if unknown, another person's or used. */
export async function spendRecoveryCode(
  transaction: Queryable,
  userId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'UPDATE recovery_codes SET used_at = $3 WHERE hash = $2 AND user_id = $1 AND used_at IS NULL',
    [userId, tokenHash(code), at],
  )
  return rowCount === 1
}

export async function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(*) AS n FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  )
  return rows[0]?.n ?? 0
}
