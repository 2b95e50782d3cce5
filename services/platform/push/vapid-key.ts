/**
 * The key that names this installation to push services (VAPID, RFC 8292): a P-256 scalar of 32 bytes in base64url,
 * from the environment or a file created at the first start. All machines need the same key.
 */
import { createECDH } from 'node:crypto'
import { durableText } from '../files/durable-file.ts'

/** Both base64url. `publicKey` is the browser's applicationServerKey. */
export type VapidKey = { publicKey: string; privateKey: string }

const CURVE = 'prime256v1'
const SCALAR_BYTES = 32

/** Throws if the file cannot be read or created, or does not hold a key. */
export function openVapidKey({ key, file }: { key: string | undefined; file: string }): VapidKey {
  const privateKey = (key ?? durableText(file, newScalar)).trim()
  const publicKey = publicKeyOf(privateKey)
  if (publicKey === undefined)
    throw new Error(`${key === undefined ? `PUSH_KEY_FILE: ${file}` : 'PUSH_KEY'} must contain a P-256 key of 32 bytes`)
  return { publicKey, privateKey }
}

/** Base64url. */
export function newScalar(): string {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  const scalar = Buffer.alloc(SCALAR_BYTES)
  // Node omits leading zeros.
  const short = pair.getPrivateKey()
  short.copy(scalar, SCALAR_BYTES - short.length)
  return scalar.toString('base64url')
}

function publicKeyOf(privateKey: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey)) return undefined
  const pair = createECDH(CURVE)
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return undefined
  }
}
