import type { VerifyReport } from '#contracts/calls/proofs.ts'
import { openVerifier } from '#contracts/verify/verifier.ts'
import { createPauses } from '#web/lib/api/pauses.ts'

const PIECE_BYTES = 64 * 1024

/** Verifies a file of any size in pieces, on the device. Rejects if the file is unreadable. */
export async function checkFile(
  file: Blob,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<VerifyReport> {
  const verifier = openVerifier()
  const pause = createPauses()
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    signal.throwIfAborted()
    verifier.push(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
    onProgress(Math.min(1, (at + PIECE_BYTES) / file.size))
    await pause()
  }
  return verifier.end()
}
