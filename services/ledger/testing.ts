/** Given/when/then for ledger tests. `play` runs a history of commands without a store. */
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { evolve, initialState, type AccountState } from './account/account.ts'
import { decide, inputOf, type AccountCommand, type IdentifiedCommand } from './account/decider.ts'
import { NO_STREAM, type EventToAppend } from './event-store.ts'
import type { LedgerIds } from './ids.ts'
import type { FoldedAccount } from './state-cache.ts'
import { appendBatch, type BatchedCommand, type Verdict } from './append-batch.ts'

export function idOf(number: number): string {
  return `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`
}

export const plainIds: LedgerIds = { uuid5: (namespace, name) => `${namespace}/${name}`, digest: (text) => text }

export const NOON = Date.parse('2026-11-20T12:00:00.000Z')

/** `atMs`: when recorded (epoch ms). */
export type Past = LedgerEvent & { atMs?: number }

export function stateAfter(past: readonly Past[]): AccountState {
  return past.reduce<AccountState>(
    (state, { atMs = NOON, ...event }, revision) =>
      evolve(state, {
        ...(event as LedgerEvent),
        id: idOf(900_000 + revision),
        revision,
        metadata: { commandId: idOf(800_000 + revision), inputHash: '', recordedAt: new Date(atMs).toISOString() },
      }),
    initialState,
  )
}

export const ASKED = idOf(1)

export function given(...past: Past[]) {
  return {
    when: (command: AccountCommand) => {
      const decision = decide({ ...command, commandId: ASKED } as IdentifiedCommand, stateAfter(past))
      return {
        then: (...events: LedgerEvent[]) => same(decision, events),
        thenRefused: (code: ErrorCode) => same(decision, { refused: code }),
      }
    },
  }
}

/** Without a test runner, because the ledger imports none. */
function same(actual: unknown, expected: unknown): void {
  const [found, wanted] = [canonicalText(actual), canonicalText(expected)]
  if (found !== wanted) throw new Error(`Expected ${wanted}\nbut it was ${found}`)
}

export type Play = { account: FoldedAccount; log: EventToAppend[]; verdicts: Verdict[] }

/** Batches of `turnSize`; each counts as written. */
export function play(commands: readonly { id: number; command: AccountCommand }[], turnSize: number): Play {
  const result: Play = {
    account: { state: initialState, revision: NO_STREAM, position: undefined },
    log: [],
    verdicts: [],
  }
  const waiting = commands.map(({ id, command }): BatchedCommand => ({
    command: { ...command, commandId: idOf(id) } as IdentifiedCommand,
    stamp: {
      schema: 1,
      commandId: idOf(id),
      inputHash: canonicalText(inputOf(command)),
      actor: { userId: 7, role: 'business' },
      $correlationId: 'test',
    },
    recordedAt: undefined,
  }))
  while (waiting.length > 0) {
    const turn = appendBatch(result.account, waiting, {
      ids: plainIds,
      now: NOON,
      limits: { maxCommands: turnSize, maxBytes: 1e6 },
    })
    waiting.splice(0, turn.verdicts.length)
    const revision = result.account.revision + turn.events.length
    result.account = { state: turn.after, revision, position: BigInt(revision + 1) }
    result.log.push(...turn.events)
    result.verdicts.push(...turn.verdicts)
  }
  return result
}
