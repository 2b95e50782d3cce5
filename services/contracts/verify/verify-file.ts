import type { VerifyReport } from '../calls/proofs.ts'
import { utf8 } from './sha256.ts'
import { openVerifier } from './verifier.ts'

/** `knownKey`: required signing key's id, if known from elsewhere. */
export async function verifyFile(
  file: string | Uint8Array,
  options: { knownKey?: string } = {},
): Promise<VerifyReport> {
  const verifier = openVerifier(options)
  verifier.push(typeof file === 'string' ? utf8(file) : file)
  return verifier.end()
}
