/** Ed25519 (RFC 8032) over short texts, checked by the platform's own cryptography: Node and every current browser have it. */
import type { SignedHead } from '../proofs.ts'
import { fromHex, sha256, toHex, utf8 } from './sha256.ts'

/** What a head's signature is over. */
export function headText({ size, root, position, at }: Pick<SignedHead, 'size' | 'root' | 'position' | 'at'>): string {
  return `hatik-head/1\n${size}\n${root}\n${position ?? '-'}\n${at}`
}

/** What a file's closing signature is over: the hash over all its lines before the closing one. */
export function fileText(hash: string): string {
  return `hatik-file/1\n${hash}`
}

/** The name of a public key (32 bytes, hexadecimal). */
export function keyIdOf(publicKey: string): string {
  return toHex(sha256(fromHex(publicKey)))
}

/** False also for a key or a signature that is none. */
export async function isSignedBy(publicKey: string, text: string, signature: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, fromHex(signature), utf8(text) as Uint8Array<ArrayBuffer>)
  } catch {
    return false
  }
}
