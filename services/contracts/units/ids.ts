import { z } from 'zod'
import { digitsSchema, INTEGER_MAX } from './numbers.ts'

/** users.id. C5: digits only, so that a buyer code is refused. */
export const userIdSchema = z.coerce
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Invalid id')
  .transform(Number)

/** '1042', 'N 1042' or 'No. 1042', as on screens and in the log; else undefined. */
export function numberIn(typed: string): number | undefined {
  const found = /^(?:n|no\.?|№)?\s*([1-9]\d{0,8})$/i.exec(typed.trim())
  return found ? Number(found[1]) : undefined
}

export const perkIdSchema = z.number().int().positive().max(INTEGER_MAX)

/** An award's or redemption's id is its command's UUID. */
export const commandIdSchema = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Invalid id')

/** One per user action, kept across retries. */
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_.:-]{8,128}$/, 'Invalid Idempotency-Key')

/** A commit position, opaque to clients. */
export const consistencyTokenSchema = digitsSchema('bigint', 'Invalid consistency-token')

export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CONSISTENCY_TOKEN = 'consistency-token'
/** 'true' if the response could not wait for the position. */
export const CONSISTENCY_STALE = 'consistency-stale'
