/**
 * AES-256-GCM for each frame. Salt and therefore key are new for each file; the nonce counts the frames and the kind is
 * authenticated, so that frames that are moved, repeated or missing are noticed.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupFault } from './backup-fault.ts'
import { OPENING, type FrameKind } from './frames.ts'

export type Seal = {
  close(kind: FrameKind, payload: Buffer): Buffer
  /** Throws if the payload or its place is another one than was sealed. */
  open(kind: FrameKind, payload: Buffer): Buffer
}

const NO_SEAL: Seal = { close: (_kind, payload) => payload, open: (_kind, payload) => payload }
/** 32 MB and about a tenth of a second for each guess. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 }
const KEY_BYTES = 32
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

type Opening = { salt?: string; check?: string }
const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

/** The opening line, and the seal of a new file; without a passphrase nothing is sealed. */
export async function newSeal(passphrase: string | undefined): Promise<{ opening: string; seal: Seal }> {
  if (passphrase === undefined) return { opening: `${OPENING}{}\n`, seal: NO_SEAL }
  const salt = randomBytes(16)
  const { key, check } = await keyOf(passphrase, salt)
  const said: Opening = { salt: salt.toString('hex'), check: check.toString('hex') }
  const opening = `${OPENING}${JSON.stringify(said)}\n`
  return { opening, seal: sealWith(key, opening) }
}

/** Throws BackupFault for another file, and for a missing or wrong passphrase. */
export async function sealOf(opening: string, passphrase: string | undefined): Promise<Seal> {
  const { salt, check } = readOpening(opening)
  if (salt === undefined || check === undefined) return NO_SEAL
  if (passphrase === undefined) throw new BackupFault('This backup is encrypted: give its passphrase.')
  const derived = await keyOf(passphrase, Buffer.from(salt, 'hex'))
  const said = Buffer.from(check, 'hex')
  if (said.length !== derived.check.length || !timingSafeEqual(said, derived.check))
    throw new BackupFault('The passphrase is not the one of this backup.')
  return sealWith(derived.key, opening)
}

function readOpening(opening: string): Opening {
  try {
    if (opening.startsWith(OPENING)) return JSON.parse(opening.slice(OPENING.length)) as Opening
  } catch {}
  throw new BackupFault('This is not a backup of Hatik, or its first line is altered.')
}

/** The second half tells a wrong passphrase from an altered file, and nothing about the first. */
async function keyOf(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const derived = await derive(passphrase.normalize('NFC'), salt, KEY_BYTES * 2, SCRYPT)
  return { key: derived.subarray(0, KEY_BYTES), check: derived.subarray(KEY_BYTES) }
}

function sealWith(key: Buffer, opening: string): Seal {
  const file = createHash('sha256').update(opening).digest()
  let count = 0n
  const nonce = (): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64BE(count++, 4)
    return bytes
  }
  const about = (kind: FrameKind) => Buffer.concat([file, Buffer.of(kind)])
  return {
    close(kind, payload) {
      const cipher = createCipheriv(CIPHER, key, nonce()).setAAD(about(kind))
      return Buffer.concat([cipher.update(payload), cipher.final(), cipher.getAuthTag()])
    },
    open(kind, payload) {
      if (payload.length < TAG_BYTES) throw new RangeError('Shorter than its tag')
      const decipher = createDecipheriv(CIPHER, key, nonce(), { authTagLength: TAG_BYTES }).setAAD(about(kind))
      decipher.setAuthTag(payload.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(payload.subarray(0, -TAG_BYTES)), decipher.final()])
    },
  }
}
