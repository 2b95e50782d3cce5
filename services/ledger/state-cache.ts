/**
 * LRU cache of folded accounts. Stale entries are harmless: the append's expected revision detects other processes'
 * writes.
 */
import { LRUCache } from 'lru-cache'
import type { AccountState } from './account/account.ts'

/** `revision`: -1 without a stream. `position`: of the last event. */
export type FoldedAccount = { state: AccountState; revision: number; position: bigint | undefined }

export interface StateCache {
  get(stream: string): FoldedAccount | undefined
  set(stream: string, account: FoldedAccount): void
  delete(stream: string): void
}

/**
 * An account weighs its events, at most half of `maxEvents`; above twice `maxEvents` it is not cached. Rereading an
 * evicted long account per command costs more than the accounts it displaces.
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
