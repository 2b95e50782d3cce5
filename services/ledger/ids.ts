/** What the ledger needs of hashing, handed in: it imports nothing that computes. Implemented in platform/event-store/ids.ts. */
export interface LedgerIds {
  /** A UUID v5: the same namespace and name give the same id, everywhere and always. `namespace` is itself a UUID. */
  uuid5(namespace: string, name: string): string
  /** A short, collision-resistant digest of a text. */
  digest(text: string): string
}

/** Root of every id that is derived from a person's key. Never to be changed: ids in the log were made with it. */
export const COMMAND_NAMESPACE = '6f6d4a0e-0c55-5d0b-9a3e-7b1a2f4c8e21'

/** design.md 1, rule 6: the id of an action is its actor and the key that came with it. Two people's keys never meet. */
export function commandIdOf(ids: LedgerIds, actorUserId: number, key: string): string {
  return ids.uuid5(COMMAND_NAMESPACE, `${actorUserId}:${key}`)
}
