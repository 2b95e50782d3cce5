import { z } from 'zod'
import { digitsSchema, INTEGER_MAX } from './numbers.ts'

/** A users.id. C5: never to be mistaken for a buyer code; digits only, so a code is refused where an id is due. */
export const userIdSchema = z.coerce
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Invalid id')
  .transform(Number)

/**
 * The number by which screens and the log name a person or a business, as it is read there and typed again: '1042', 'N 1042', 'No. 1042'.
 * Undefined where the text is none.
 */
export function numberIn(typed: string): number | undefined {
  const found = /^(?:n|no\.?|№)?\s*([1-9]\d{0,8})$/i.exec(typed.trim())
  return found ? Number(found[1]) : undefined
}

export const perkIdSchema = z.number().int().positive().max(INTEGER_MAX)

/** Awards and redemptions are named by the id of the command that made them: a lower-case UUID. */
export const commandIdSchema = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Invalid id')

/** design.md 1, rule 6: one client-made id for each user action, kept across its retries. */
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_.:-]{8,128}$/, 'Invalid Idempotency-Key')

/** A commit position in the log, as a decimal string: opaque to clients, who only hand it back. */
export const consistencyTokenSchema = digitsSchema('bigint', 'Invalid consistency-token')

export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CONSISTENCY_TOKEN = 'consistency-token'
/** Set to 'true' on an answer that could not wait for the position that its reader asked for (design.md 3). */
export const CONSISTENCY_STALE = 'consistency-stale'
