import { z } from 'zod'
import { digitsSchema, INTEGER_MAX } from './numbers.ts'

/** A users.id. C5: digits only, so that a buyer code is refused where an id is expected. */
export const userIdSchema = z.coerce
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Invalid id')
  .transform(Number)

/**
 * The number of a person or business as typed from a screen or the log: '1042', 'N 1042', 'No. 1042'. Undefined for any
 * other text.
 */
export function numberIn(typed: string): number | undefined {
  const found = /^(?:n|no\.?|№)?\s*([1-9]\d{0,8})$/i.exec(typed.trim())
  return found ? Number(found[1]) : undefined
}

export const perkIdSchema = z.number().int().positive().max(INTEGER_MAX)

/** The id of an award or redemption is its command's id: a lower-case UUID. */
export const commandIdSchema = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Invalid id')

/** An idempotency key: one client-made id per user action, kept across retries. */
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_.:-]{8,128}$/, 'Invalid Idempotency-Key')

/** A commit position in the log as a decimal string, opaque to clients. */
export const consistencyTokenSchema = digitsSchema('bigint', 'Invalid consistency-token')

export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CONSISTENCY_TOKEN = 'consistency-token'
/** Header set to 'true' on a response that could not wait for the requested position. */
export const CONSISTENCY_STALE = 'consistency-stale'
