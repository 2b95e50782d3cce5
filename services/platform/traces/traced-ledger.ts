import type { Ledger } from '#ledger/ledger.ts'
import { commandIdOfRequest, type CommandRequest } from '#ledger/waiting.ts'
import { ledgerIds } from '../event-store/ids.ts'
import type { AppendSample } from '../event-store/measured-appends.ts'
import { appendSpanId, epochMs, newSpanId } from './trace-ids.ts'
import type { Traces } from './traces.ts'

/**
 * Records commands, and appends within them. The ledger may run on another thread: it reports its appends with the
 * commands that they wrote, before the answers.
 */
export function createLedgerTraces({ share, traceOf, requests, record }: Traces): {
  /** `parentId`: of a peer's command; other commands are children of their request. */
  traced<L extends Ledger>(ledger: L, parentId?: string): L
  appended(sample: AppendSample): void
  /** Of a command under way here, if it is traced. */
  spanOf(request: CommandRequest): string | undefined
} {
  /** Spans of the commands under way, by command id. */
  const running = new Map<string, string>()
  return {
    traced: (ledger, parentId) =>
      share === 0
        ? ledger
        : {
            ...ledger,
            async execute(request) {
              const traceId = traceOf(request.correlationId)
              if (traceId === undefined) return ledger.execute(request)
              const commandId = commandIdOfRequest(ledgerIds, request)
              const spanId = newSpanId()
              const beganAt = epochMs()
              let outcome = 'failed'
              running.set(commandId, spanId)
              try {
                const result = await ledger.execute(request)
                outcome = result.kind === 'refused' ? result.code : result.kind
                return result
              } finally {
                running.delete(commandId)
                record({
                  traceId,
                  spanId,
                  parentId: parentId ?? requests.get(request.correlationId),
                  name: `decide ${request.command.type}`,
                  beganAt,
                  endedAt: epochMs(),
                  failed: outcome === 'failed',
                  attributes: { 'hatik.outcome': outcome },
                })
              }
            },
          },
    appended({ outcome, seconds, events, traced }) {
      if (traced === undefined) return
      for (const { commandId, traceId } of traced.commands) {
        record({
          traceId,
          spanId: outcome === 'written' ? appendSpanId(commandId) : newSpanId(),
          parentId: running.get(commandId),
          name: 'append',
          beganAt: traced.endedAt - seconds * 1_000,
          endedAt: traced.endedAt,
          failed: outcome === 'failed',
          attributes: { 'hatik.outcome': outcome, 'hatik.append.events': events },
        })
      }
    },
    spanOf: (request) => (running.size === 0 ? undefined : running.get(commandIdOfRequest(ledgerIds, request))),
  }
}
