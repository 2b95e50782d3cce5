/**
 * The secrets that stand in mails' links. Rows hold a hash of each (H19), and the mail outbox holds its seed alone: only with
 * the installation's secret does a seed become a token, so a copy of the database opens nobody's account.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'

/** H19. */
export const VERIFICATION_MS = 24 * 60 * 60 * 1000
export const RESET_MS = 60 * 60 * 1000

type Purpose = 'verify' | 'reset'
export type NewToken = { seed: string; hash: string }

export function tokenOf(secret: string, purpose: Purpose, seed: string): string {
  return createHmac('sha256', secret).update(`hatik:${purpose}:${seed}`).digest('base64url')
}

/** As it is stored. Tokens are random enough that no salt is needed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function newToken(secret: string, purpose: Purpose): NewToken {
  const seed = randomBytes(24).toString('base64url')
  return { seed, hash: tokenHash(tokenOf(secret, purpose, seed)) }
}
