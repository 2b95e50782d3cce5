/**
 * Ed25519, 32 bytes in hexadecimal, from the environment or a file created at the first start. All machines need the
 * same key.
 */
import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { keyIdOf } from '#contracts/verify/signatures.ts'
import { durableText } from '#platform/files/durable-file.ts'

export type SigningKey = { keyId: string; publicKey: string; sign(text: string): string }

/** DER header of a private Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Throws if the file cannot be read or created, or does not hold 32 bytes. An empty one is replaced: it has never
 * signed.
 */
export function openSigningKey({ seed, file }: { seed: string | undefined; file: string }): SigningKey {
  const hex = (seed ?? durableText(file, () => randomBytes(32).toString('hex'))).trim()
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new Error(
      `${seed === undefined ? `LEDGER_KEY_FILE: ${file}` : 'LEDGER_KEY'} must contain 64 hexadecimal digits`,
    )
  return signingKey(Buffer.from(hex, 'hex'))
}

function signingKey(seed: Buffer): SigningKey {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' })
  const publicKey = der.subarray(der.length - 32).toString('hex')
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('hex'),
  }
}
