/**
 * An LRU cache of folded accounts by stream (performance.md 4, technique 6). It can only be stale, never wrong: the expected
 * revision of the next append catches what another process wrote meanwhile.
 */
import type { AccountState } from './account/account.ts'

/** A state, the revision it stands at (-1: no stream yet), and the commit position of that event where there is one. */
export type FoldedAccount = { state: AccountState; revision: number; position: bigint | undefined }

export interface StateCache {
  get(stream: string): FoldedAccount | undefined
  set(stream: string, account: FoldedAccount): void
  delete(stream: string): void
}

/**
 * Bounded by weight in events. An account's weight is the number of its events, but at most half of the bound: evicting a long account, and reading
 * it from its beginning for every command, would cost more than the other accounts that it displaces. One of more than twice the bound is not cached.
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
