/**
 * Secret tokens in mailed links. Rows store their hashes (H19) and the outbox only the seeds, which need the
 * installation's secret: a database copy opens no account.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'

/** H19: lifetimes of links. */
export const VERIFICATION_MS = 24 * 60 * 60 * 1000
export const RESET_MS = 60 * 60 * 1000

type Purpose = 'verify' | 'reset' | 'invite'
export type NewToken = { seed: string; hash: string }

export function tokenOf(secret: string, purpose: Purpose, seed: string): string {
  return createHmac('sha256', secret).update(`hatik:${purpose}:${seed}`).digest('base64url')
}

/** Unsalted, because tokens are random. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function newToken(secret: string, purpose: Purpose): NewToken {
  const seed = randomBytes(24).toString('base64url')
  return { seed, hash: tokenHash(tokenOf(secret, purpose, seed)) }
}
