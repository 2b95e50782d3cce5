import { Readable } from 'node:stream'
import { EXPORT_LINES, EXPORT_POSITION, exportQuerySchema } from '#contracts/calls/staff/audit.ts'
import { headsBefore, publicKeys } from '#audit/heads.ts'
import { sealedFile } from '#audit/sealed-file.ts'
import { countMovements } from '#projections/movements/trace.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { auditor } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import { exportLines } from './audit-export.ts'
import { filterOf } from './audit-movement.ts'
import type { Deps } from '../../deps.ts'
import { endsWithSession } from '../../session/session-holds.ts'

/** Streams CSV or JSON Lines as of the position at its start, as a verifiable file. Ends with the session. */
export function auditExport(app: App, deps: Deps): void {
  app.get(
    '/api/audit/export',
    { schema: { tags: ['audit'], querystring: exportQuerySchema } },
    async (request, reply) => {
      const user = await auditor(request, deps)
      const goOn = endsWithSession(request, deps, user)
      const { format, proofs, ...asked } = request.query
      const withProofs = proofs && format === 'jsonl'
      const [filter, live, [head], keys] = await Promise.all([
        filterOf(deps, asked),
        liveCheckpoint(deps.pool),
        headsBefore(deps.pool, { limit: 1 }),
        publicKeys(deps.pool),
      ])
      const reached = live?.position ?? -1n
      const covered = head?.position == null ? -1n : BigInt(head.position)
      const until = String(withProofs && covered < reached ? covered : reached)
      const lines = filter ? await countMovements(deps.pool, filter, until) : 0
      const opening = {
        hatik: 'export/1' as const,
        query: { ...asked, proofs: withProofs },
        position: until,
        head: withProofs ? (head ?? null) : null,
        keys,
      }
      const file = sealedFile(opening, deps.signingKey, format)
      const proven = withProofs && head ? head : undefined
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="hatik-export-${until}.${format}"`)
        .header(EXPORT_POSITION, until)
        .header(EXPORT_LINES, String(lines))
        .send(
          Readable.from(exportLines(deps, { file, filter, until, format, proven, goOn }), {
            objectMode: false,
            highWaterMark: 64 * 1024,
          }),
        )
    },
  )
}
