/**
 * Repeats the contract's header names (services/contracts/units/ids.ts), because importing them would add the schema
 * library to public pages. A test keeps both equal.
 */
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CONSISTENCY_TOKEN = 'consistency-token'
export const CONSISTENCY_STALE = 'consistency-stale'
/** Contract: services/contracts/calls/figures.ts. */
export const NEXT_CURSOR = 'next-cursor'
