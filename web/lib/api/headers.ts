/**
 * The header names of the contract (services/contracts/units/ids.ts), written again: taking them from there would bring the whole schema
 * library into the first script of every public page. A test holds both to the same words.
 */
export const IDEMPOTENCY_KEY = 'idempotency-key'
export const CONSISTENCY_TOKEN = 'consistency-token'
export const CONSISTENCY_STALE = 'consistency-stale'
/** Of a list that comes in pages: where the next one begins (services/contracts/calls/figures.ts). */
export const NEXT_CURSOR = 'next-cursor'
