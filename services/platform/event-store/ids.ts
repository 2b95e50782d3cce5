import { hash, randomInt } from 'node:crypto'
import { REDEMPTION_CODE_ALPHABET, REDEMPTION_CODE_LENGTH } from '#contracts/units/codes.ts'
import type { LedgerIds } from '#ledger/ids.ts'

/** UUID v5 (RFC 9562, 5.5). Throws if `namespace` is not a UUID. */
export function uuid5(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex')
  if (space.length !== 16) throw new TypeError(`Not a UUID: ${namespace}`)
  const digest = hash('sha1', Buffer.concat([space, Buffer.from(name, 'utf8')]), 'hex')
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}

/** SHA-256 cut to 132 bits: 22 characters that need no quoting. */
export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}

export const ledgerIds: LedgerIds = { uuid5, digest: shortDigest }

/** H13: eight characters without look-alikes. */
export function newRedemptionCode(): string {
  return Array.from(
    { length: REDEMPTION_CODE_LENGTH },
    () => REDEMPTION_CODE_ALPHABET[randomInt(REDEMPTION_CODE_ALPHABET.length)],
  ).join('')
}
