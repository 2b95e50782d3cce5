/** AES-256-GCM under a key that follows from the installation's secret. A sealed text opens for its owner only. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'hatik:totp', 32))
const ownedBy = (userId: number) => Buffer.from(`totp-of:${userId}`)

/** Base64url: nonce, tag and ciphertext. */
export function seal(secret: string, userId: number, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(ownedBy(userId))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined if it was sealed for somebody else, changed, or sealed under another secret. */
export function unseal(secret: string, userId: number, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const tagEnd = NONCE_BYTES + TAG_BYTES
  if (bytes.length < tagEnd) return undefined
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(ownedBy(userId))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
