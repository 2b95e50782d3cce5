/**
 * An LRU cache of folded accounts by stream. Stale entries are harmless: the next append's expected revision detects
 * another process's writes.
 */
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
  const entries = new Map<string, FoldedAccount>()
  let weight = 0
  const weigh = ({ revision }: FoldedAccount) => Math.min(revision + 5, Math.floor(maxEvents / 2))

  function remove(stream: string): void {
    const entry = entries.get(stream)
    if (!entry) return
    entries.delete(stream)
    weight -= weigh(entry)
  }

  return {
    get(stream) {
      const entry = entries.get(stream)
      if (entry) {
        entries.delete(stream)
        entries.set(stream, entry)
      }
      return entry
    },
    set(stream, account) {
      remove(stream)
      if (account.revision > 2 * maxEvents) return
      entries.set(stream, account)
      weight += weigh(account)
      for (const oldest of entries.keys()) {
        if (weight <= maxEvents) break
        remove(oldest)
      }
    },
    delete: remove,
    weightEvents: () => weight,
  }
}
