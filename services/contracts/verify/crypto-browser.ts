/** `#verify-crypto` in browsers (package.json, imports), also without HTTPS, where they offer no crypto of their own. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** The 32-byte SHA-256 digest of the concatenated parts. */
export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => digest(concatBytes(...parts))

/** Whether this is an Ed25519 signature (RFC 8032). `key` has 32 bytes, `signature` 64. */
export const isEd25519Signature = (key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  ed25519.verify(signature, message, key, { zip215: false })
