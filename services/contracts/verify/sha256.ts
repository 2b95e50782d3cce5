import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** The 32-byte SHA-256 digest of the concatenated parts. */
export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => digest(concatBytes(...parts))

export const utf8 = (text: string): Uint8Array => utf8ToBytes(text)

export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/** Throws a TypeError for text that is not lower-case hexadecimal. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new TypeError('Not hexadecimal')
  return hexToBytes(text)
}
