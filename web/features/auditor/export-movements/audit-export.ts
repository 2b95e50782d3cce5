/** Exports of a selection, verified while they stream and saved only afterwards. */
import { EXPORT_LINES } from '#contracts/calls/staff/audit.ts'
import type { VerifyReport } from '#contracts/calls/proofs.ts'
import { openVerifier } from '#contracts/verify/verifier.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { createPauses } from '#web/lib/api/pauses.ts'
import { fileNameOf } from '#web/lib/api/save-file.ts'

export interface ExportOptions {
  format: 'csv' | 'jsonl'
  /** An inclusion proof on every line; JSON Lines only. */
  proofs: boolean
}
export interface ExportProgress {
  events: number
  of: number
}
export interface Exported {
  file: Blob
  name: string
  report: VerifyReport
}

const FEED = 0x0a
/** Bytes held in memory before they become a Blob. */
const PART_BYTES = 4 * 1024 * 1024

/** Rejects with ApiError, also if the signal aborts it. */
export async function exportMovements(
  selection: URLSearchParams,
  { format, proofs }: ExportOptions,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<Exported> {
  const query = new URLSearchParams([
    ...selection,
    ['format', format],
    ...(proofs && format === 'jsonl' ? [['proofs', 'true']] : []),
  ])
  const response = await api.stream(`/api/audit/export?${query.toString()}`, signal)
  const name = fileNameOf(response)
  const of = Number(response.headers.get(EXPORT_LINES) ?? 0)
  const around = format === 'csv' ? 3 : 2
  const verifier = openVerifier()
  const pause = createPauses()
  const parts: Blob[] = []
  let open: Uint8Array<ArrayBuffer>[] = []
  let [openBytes, lines] = [0, 0]
  try {
    const reader = response.body!.getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const bytes = piece.value
      verifier.push(bytes)
      open.push(bytes)
      openBytes += bytes.length
      for (const byte of bytes) if (byte === FEED) lines += 1
      if (openBytes > PART_BYTES) {
        parts.push(new Blob(open))
        ;[open, openBytes] = [[], 0]
      }
      onProgress({ events: Math.min(of, Math.max(0, lines - around + 1)), of })
      await pause()
    }
  } catch (cause) {
    throw new ApiError(0, 'network', String(cause))
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return { file: new Blob([...parts, ...open], { type }), name, report: verifier.end() }
}
