import { randomInt } from 'node:crypto'
import { BUYER_CODE_LETTERS } from '#contracts/units/codes.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/** H12: about 5.8 million codes. The table's constraint enforces uniqueness. */
export function newBuyerCode(): string {
  const letter = () => BUYER_CODE_LETTERS.charAt(randomInt(BUYER_CODE_LETTERS.length))
  return `${letter()}${letter()}${String(randomInt(10_000)).padStart(4, '0')}`
}

/** Draws; each is free unless millions of buyers exist. */
const ATTEMPTS = 20

/**
 * A code that no account has or had, for an account whose code somebody else may know. Two simultaneous draws of one
 * code fail at the table's constraint, and the caller's retry draws again. Throws if no draw is free.
 */
export async function freeBuyerCode(db: Queryable): Promise<string> {
  const draws = Array.from({ length: ATTEMPTS }, newBuyerCode)
  const { rows } = await db.query<{ code: string }>(
    `SELECT code FROM unnest($1::text[]) AS code
     WHERE NOT EXISTS (SELECT FROM users WHERE buyer_code = code) AND NOT EXISTS (SELECT FROM retired_codes WHERE buyer_code = code)
     LIMIT 1`,
    [draws],
  )
  if (!rows[0]) throw new Error(`Found no free buyer code in ${ATTEMPTS} draws`)
  return rows[0].code
}
