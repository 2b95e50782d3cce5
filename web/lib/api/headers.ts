/**
 * Header names of the contract (services/contracts/units/ids.ts), repeated to keep the schema library out of the
 * first script of public pages. A test keeps both equal.
 */
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CONSISTENCY_TOKEN = 'consistency-token'
export const CONSISTENCY_STALE = 'consistency-stale'
/** Cursor of a paged list's next page (services/contracts/calls/figures.ts). */
export const NEXT_CURSOR = 'next-cursor'
