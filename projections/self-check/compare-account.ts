/** Compares an account folded event by event with its read models; the log is right (H30). */
import { evolve, initialState, type AccountState } from '#ledger/account/account.ts'
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { RecordedEvent } from '#ledger/event-store.ts'
import { lookUp, valuesOf } from '#ledger/persistent-map.ts'
import type { AccountRows, LineRow } from './account-rows.ts'
import { foldVisits } from './fold-visits.ts'

export type Difference = { what: string; expected: string | null; found: string | null }
export type ReplayedStep = {
  event: RecordedEvent
  deltaTenths: number
  balanceTenths: number
  /** Null without a movement, as is correct for events that move no points. */
  line: LineRow | null
  agrees: boolean
}
export type Compared = {
  steps: ReplayedStep[]
  state: AccountState
  events: number
  extraLines: LineRow[]
  redemptions: { redemptionId: string; fold: string; row: string | null; agrees: boolean }[]
  differences: Difference[]
}

/** `events`: the whole stream; those after the rows' position are ignored. */
export function compareAccount(events: readonly RecordedEvent[], rows: AccountRows): Compared {
  const known = events.filter((event) => rows.asOf !== null && event.position <= rows.asOf)
  const lines = new Map(rows.lines.map((line) => [line.position, line]))
  const differences: Difference[] = []
  const differ = (what: string, expected: unknown, found: unknown) => {
    const [should, is] = [shown(expected), shown(found)]
    if (should !== is) differences.push({ what, expected: should, found: is })
    return should === is
  }
  let state = initialState
  const steps = known.map((event): ReplayedStep => {
    state = evolve(state, event)
    const position = String(event.position)
    const moved = deltaTenths(event)
    const delta = moved ?? 0
    const line = lines.get(position) ?? null
    lines.delete(position)
    const agrees =
      moved !== undefined
        ? [
            differ(`movements ${position} type`, event.type, line?.type),
            differ(`movements ${position} delta_tenths`, delta, line?.deltaTenths),
            differ(`movements ${position} balance_tenths`, state.balanceTenths, line?.balanceTenths),
            differ(`movements ${position} event_id`, event.id, line?.eventId),
          ].every(Boolean)
        : differ(`movements ${position}`, null, line?.type)
    return { event, deltaTenths: delta, balanceTenths: state.balanceTenths, line, agrees }
  })
  for (const line of lines.values()) differ(`movements ${line.position}`, null, line.type)
  if (known.length > 0 || rows.balance) {
    const { balance } = rows
    differ('account_balances balance_tenths', known.length > 0 ? state.balanceTenths : null, balance?.balanceTenths)
    differ('account_balances events', known.length > 0 ? known.length : null, balance?.events)
    differ('account_balances revision', known.at(-1)?.revision, balance?.revision)
    differ('account_balances closed', known.length > 0 ? state.closed : null, balance?.closed)
  }
  const { visits } = rows
  const folded = foldVisits(known)
  if (folded || visits) {
    differ('buyer_visits visits', folded?.visits, visits?.visits)
    differ('buyer_visits spent_amd', folded?.spentAmd, visits?.spentAmd)
    differ('buyer_visits first_at', folded?.firstAt?.toISOString(), visits?.firstAt?.toISOString())
    differ('buyer_visits last_at', folded?.lastAt?.toISOString(), visits?.lastAt?.toISOString())
  }
  return {
    steps,
    state,
    events: known.length,
    extraLines: [...lines.values()],
    redemptions: compareRedemptions(state, rows, differ),
    differences,
  }
}

function compareRedemptions(
  state: AccountState,
  rows: AccountRows,
  differ: (what: string, expected: unknown, found: unknown) => boolean,
): Compared['redemptions'] {
  const found = new Map(rows.redemptions.map((row) => [row.redemptionId, row]))
  const folded = valuesOf(state.redemptions).map(({ redemptionId, status, costTenths }) => {
    const row = found.get(redemptionId)
    const agrees = [
      differ(`redemptions ${redemptionId} state`, status, row?.state),
      differ(`redemptions ${redemptionId} cost_tenths`, costTenths, row?.costTenths),
    ].every(Boolean)
    return { redemptionId, fold: status, row: row?.state ?? null, agrees }
  })
  const extra = rows.redemptions
    .filter(({ redemptionId }) => !lookUp(state.redemptions, redemptionId))
    .map(({ redemptionId, state: row }) => ({
      redemptionId,
      fold: 'none',
      row,
      agrees: differ(`redemptions ${redemptionId}`, null, row),
    }))
  return [...folded, ...extra]
}

function shown(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}
