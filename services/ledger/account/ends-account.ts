import type { LedgerEventType } from '#contracts/events/ledger-events.ts'

const ENDING_TYPES: readonly string[] = ['AccountClosed', 'PointsMergedOut'] satisfies LedgerEventType[]

/** True for an account's last event, after which it accepts no command. */
export const endsAccount = (type: string): boolean => ENDING_TYPES.includes(type)
