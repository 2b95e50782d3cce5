import { createHmac } from 'node:crypto'
import { REDEMPTION_CODE_ALPHABET, REDEMPTION_CODE_LENGTH } from '#contracts/units/codes.ts'
import type { Env } from '#platform/env/env.ts'

type Secret = Pick<Env, 'SESSION_SECRET'>

/**
 * Eight characters without look-alikes. They follow from the till, so that a retry shows the same code although only
 * its hash is stored.
 */
export function pairingCodeOf(tillId: string, { SESSION_SECRET }: Secret): string {
  const bytes = createHmac('sha256', SESSION_SECRET).update(`hatik:pairing-code:${tillId}`).digest()
  return Array.from({ length: REDEMPTION_CODE_LENGTH }, (_, index) => {
    const number = bytes.readUInt16BE(2 * index)
    return REDEMPTION_CODE_ALPHABET[number % REDEMPTION_CODE_ALPHABET.length]
  }).join('')
}

/** Keyed, because so short a code could be found from a plain hash. */
export function pairingCodeHash(code: string, { SESSION_SECRET }: Secret): string {
  return createHmac('sha256', SESSION_SECRET).update(`hatik:pairing-code-hash:${code}`).digest('base64url')
}
