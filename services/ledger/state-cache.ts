/**
 * An LRU cache of folded accounts by stream. Stale entries are harmless: the next append's expected revision detects
 * another process's writes.
 */
import { LRUCache } from 'lru-cache'
import type { AccountState } from './account/account.ts'

/** A state, its revision (-1: no stream yet), and the commit position of its last event, if any. */
export type FoldedAccount = { state: AccountState; revision: number; position: bigint | undefined }

export interface StateCache {
  get(stream: string): FoldedAccount | undefined
  set(stream: string, account: FoldedAccount): void
  delete(stream: string): void
}

/**
 * Bounded by weight: an account weighs its number of events, but at most half of `maxEvents`, and above twice
 * `maxEvents` it is not cached. Rereading an evicted long account for every command would cost more than the accounts
 * it displaces.
 */
export function createStateCache({ maxEvents }: { maxEvents: number }): StateCache & { weightEvents(): number } {
  const accounts = new LRUCache<string, FoldedAccount>({
    maxSize: maxEvents,
    sizeCalculation: ({ revision }) => Math.min(revision + 5, Math.floor(maxEvents / 2)),
  })
  return {
    get: (stream) => accounts.get(stream),
    set(stream, account) {
      if (account.revision > 2 * maxEvents) accounts.delete(stream)
      else accounts.set(stream, account)
    },
    delete: (stream) => void accounts.delete(stream),
    weightEvents: () => accounts.calculatedSize,
  }
}
