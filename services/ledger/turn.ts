/**
 * One turn of an account: all waiting commands are decided one after the other against the running state, and their events
 * form one append (performance.md 4, technique 6). Pure; the command handler reads, writes and answers.
 */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { EventMetadata, LedgerEvent } from '#contracts/events/ledger-events.ts'
import { evolve, type SeenCommand } from './account/account.ts'
import { decide, recall, type IdentifiedCommand } from './account/decider.ts'
import type { EventToAppend } from './event-store.ts'
import type { LedgerIds } from './ids.ts'
import type { FoldedAccount } from './state-cache.ts'

/** A command waiting for its turn. `stamp` is the metadata of its events, except for the moment of the decision. */
export type CommandInTurn = {
  command: IdentifiedCommand
  stamp: Omit<EventMetadata, 'recordedAt'>
  /** Given if something else depends on the moment (the quota's month); otherwise the turn's clock decides. */
  recordedAt: string | undefined
}

export type Verdict =
  /** Carried out before this turn: its first answer. */
  | { kind: 'recalled'; seen: SeenCommand }
  /** Carried out in this turn: true once the append is written. `again`: the same command came twice in the turn. */
  | { kind: 'decided'; seen: SeenCommand; again: boolean }
  | { kind: 'refused'; code: ErrorCode }

export type Turn = {
  /** One for each command that was taken, in order; those behind it wait for the next turn. */
  verdicts: Verdict[]
  events: EventToAppend[]
  /** The account as it stands when the append is written. */
  after: FoldedAccount['state']
}

export type TurnLimits = { maxCommands: number; maxBytes: number }

/** `now`: epoch ms. At least one command is taken, whatever its size. */
export function takeTurn(
  account: FoldedAccount,
  waiting: readonly CommandInTurn[],
  { ids, now, limits }: { ids: LedgerIds; now: number; limits: TurnLimits },
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
  if (seen === undefined || 'refused' in seen) throw new Error(`Command ${commandId} decided upon nothing`)
  return seen
}

/**
 * The id of an event is derived from its command, its place among the command's events, and its content (decision 7). The
 * same event retried is found by the store and written once. Without the content, a second attempt that was decided afresh
 * (another redemption code, another moment) would be answered "already there" because of the first attempt's event, and
 * hand out a code that is not in the log. With it, the second attempt is a conflict, and gets the first answer from the stream.
 */
function eventIdOf(ids: LedgerIds, commandId: string, index: number, event: LedgerEvent, recordedAt: string): string {
  return ids.uuid5(commandId, `${index}:${recordedAt}:${JSON.stringify(event.data)}`)
}

/** Envelope, metadata and ids of one event, rounded up; measured at 520 bytes. */
const ENVELOPE_BYTES = 700
/** A character takes at most three bytes in UTF-8 for each of its UTF-16 units. */
const BYTES_PER_UNIT = 3

function estimateBytes(event: LedgerEvent): number {
  let bytes = ENVELOPE_BYTES
  for (const value of Object.values(event.data)) if (typeof value === 'string') bytes += value.length * BYTES_PER_UNIT
  return bytes
}
