import type { LedgerEventType } from '#contracts/events/ledger-events.ts'

/** The last events of an account: afterwards it accepts no command. */
export const ENDING_TYPES = ['AccountClosed', 'PointsMergedOut'] as const satisfies readonly LedgerEventType[]

export function endsAccount(type: string): boolean {
  return ENDING_TYPES.some((ending) => ending === type)
}
