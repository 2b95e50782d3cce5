/**
 * One batch of an account: decides waiting commands one after another and collects their events for a single append.
 * Pure.
 */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { EventMetadata, LedgerEvent } from '#contracts/events/ledger-events.ts'
import { evolve, type SeenCommand } from './account/account.ts'
import { decide, recall, type IdentifiedCommand } from './account/decider.ts'
import type { EventToAppend } from './event-store.ts'
import type { LedgerIds } from './ids.ts'
import type { FoldedAccount } from './state-cache.ts'

/** `stamp`: metadata of its events. */
export type BatchedCommand = {
  command: IdentifiedCommand
  stamp: Omit<EventMetadata, 'recordedAt'>
  /** Set if something else depends on the time (the quota's month); default: the batch's clock. */
  recordedAt: string | undefined
}

export type Verdict =
  /** Executed before this batch. */
  | { kind: 'recalled'; seen: SeenCommand }
  /** Final once the append is written. `again`: a duplicate within the batch. */
  | { kind: 'decided'; seen: SeenCommand; again: boolean }
  | { kind: 'refused'; code: ErrorCode }

export type Turn = {
  /** One per command taken; the others wait for the next batch. */
  verdicts: Verdict[]
  events: EventToAppend[]
  /** State once the append is written. */
  after: FoldedAccount['state']
}

export type BatchLimits = { maxCommands: number; maxBytes: number }

/** Takes at least one command, whatever its size. `now`: epoch ms. */
export function appendBatch(
  account: FoldedAccount,
  waiting: readonly BatchedCommand[],
  { ids, now, limits }: { ids: LedgerIds; now: number; limits: BatchLimits },
): Turn {
  const turn: Turn = { verdicts: [], events: [], after: account.state }
  const clock = new Date(now).toISOString()
  let bytes = 0
  for (const { command, stamp, recordedAt = clock } of waiting) {
    if (turn.verdicts.length === limits.maxCommands) break
    const recalled = recall(turn.after, command.commandId, stamp.inputHash)
    if (recalled !== undefined) {
      turn.verdicts.push(verdictOnRecalled(recalled, account))
      continue
    }
    const decision = decide(command, turn.after)
    if ('refused' in decision) {
      turn.verdicts.push({ kind: 'refused', code: decision.refused })
      continue
    }
    const size = decision.reduce((sum, event) => sum + estimateBytes(event), 0)
    if (bytes > 0 && bytes + size > limits.maxBytes) break
    bytes += size
    for (const [index, event] of decision.entries()) {
      const metadata = { ...stamp, recordedAt }
      const written: EventToAppend = {
        ...event,
        id: eventIdOf(ids, command.commandId, index, event, recordedAt),
        metadata,
      }
      turn.events.push(written)
      turn.after = evolve(turn.after, { ...written, revision: account.revision + turn.events.length })
    }
    turn.verdicts.push({ kind: 'decided', seen: seenNow(turn.after, command.commandId, stamp.inputHash), again: false })
  }
  return turn

  function verdictOnRecalled(recalled: SeenCommand | { refused: ErrorCode }, before: FoldedAccount): Verdict {
    if ('refused' in recalled) return { kind: 'refused', code: recalled.refused }
    const writtenBefore = recalled.events[0]!.revision <= before.revision
    return writtenBefore ? { kind: 'recalled', seen: recalled } : { kind: 'decided', seen: recalled, again: true }
  }
}

function seenNow(state: FoldedAccount['state'], commandId: string, inputHash: string): SeenCommand {
  const seen = recall(state, commandId, inputHash)
  if (seen === undefined || 'refused' in seen) throw new Error(`Command ${commandId} produced no events`)
  return seen
}

/**
 * Derives an event's id from its command, index, time and content, so that the store writes a retried event once
 * (decision 7). Without the content, a retry decided afresh, such as with another redemption code, would match the
 * first attempt's event and return a code missing from the log.
 */
function eventIdOf(ids: LedgerIds, commandId: string, index: number, event: LedgerEvent, recordedAt: string): string {
  return ids.uuid5(commandId, `${index}:${recordedAt}:${JSON.stringify(event.data)}`)
}

/** Rounded up from a measured 520 bytes. */
const ENVELOPE_BYTES = 700
/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const BYTES_PER_UNIT = 3

function estimateBytes(event: LedgerEvent): number {
  let bytes = ENVELOPE_BYTES
  for (const value of Object.values(event.data)) if (typeof value === 'string') bytes += value.length * BYTES_PER_UNIT
  return bytes
}
