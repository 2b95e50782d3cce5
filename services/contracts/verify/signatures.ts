/** Ed25519 (RFC 8032) signatures of short texts. */
import { isEd25519Signature } from '#verify-crypto'
import type { SignedHead } from '../calls/proofs.ts'
import { fromHex, sha256, toHex, utf8 } from './sha256.ts'

/** The text that a signed tree head's signature covers. */
export function headText({ size, root, position, at }: Pick<SignedHead, 'size' | 'root' | 'position' | 'at'>): string {
  return `hatik-head/1\n${size}\n${root}\n${position ?? '-'}\n${at}`
}

/** The text that a file's closing signature covers; `hash` is over all lines before the closing one. */
export function fileText(hash: string): string {
  return `hatik-file/1\n${hash}`
}

/** The id of a public key (32 bytes, hexadecimal). */
export function keyIdOf(publicKey: string): string {
  return toHex(sha256(fromHex(publicKey)))
}

/** Whether the signature is valid. False also for a malformed key or signature. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const [key, signed] = [bytesOf(publicKey, 32), bytesOf(signature, 64)]
  return key !== undefined && signed !== undefined && isEd25519Signature(key, utf8(text), signed)
}

function bytesOf(hex: string, length: number): Uint8Array | undefined {
  return hex.length === length * 2 && /^[0-9a-f]+$/.test(hex) ? fromHex(hex) : undefined
}
