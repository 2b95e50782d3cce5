/**
 * The ledger's signing key (Ed25519): 32 bytes as hexadecimal, from the environment or from a file that is made at the first start.
 * Whoever runs several machines gives all of them the same one.
 */
import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keyIdOf } from '#contracts/verify/signatures.ts'

export type SigningKey = { keyId: string; publicKey: string; sign(text: string): string }

/** The DER header of a private Ed25519 key (RFC 8410); the 32 bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Throws where the file cannot be read or made, or does not hold 32 bytes. */
export function openSigningKey({ seed, file }: { seed: string | undefined; file: string }): SigningKey {
  const hex = (seed ?? seedIn(file)).trim()
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('The ledger key must be 64 hexadecimal digits')
  return signingKey(Buffer.from(hex, 'hex'))
}

function signingKey(seed: Buffer): SigningKey {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' })
  const publicKey = der.subarray(der.length - 32).toString('hex')
  return { keyId: keyIdOf(publicKey), publicKey, sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('hex') }
}

/** Two processes may start at once: one makes the file, the other reads it. */
function seedIn(file: string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (let tries = 0; ; tries += 1) {
    const text = readFileSync(file, 'utf8')
    if (text.endsWith('\n') || tries > 1_000) return text
  }
}
