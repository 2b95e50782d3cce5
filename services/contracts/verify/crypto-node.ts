/** `#verify-crypto` in Node (package.json, imports). From Node alone, so that `npm run verify` needs no package. */
import { createPublicKey, hash, verify } from 'node:crypto'

/** The DER header of a public Ed25519 key (RFC 8410); the 32 bytes follow. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The 32-byte SHA-256 digest of the concatenated parts. */
export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => hash('sha256', Buffer.concat(parts), 'buffer')

/** Whether this is an Ed25519 signature (RFC 8032). `key` has 32 bytes, `signature` 64. */
export function isEd25519Signature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' })
  return verify(null, message, publicKey, signature)
}
