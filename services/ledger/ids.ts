/** The ledger's port to hashing, implemented in platform/event-store/ids.ts. */
export interface LedgerIds {
  /** A UUID v5: the same namespace (itself a UUID) and name always give the same id. */
  uuid5(namespace: string, name: string): string
  /** A short, collision-resistant digest of a text. */
  digest(text: string): string
}

/** Root namespace of all ids derived from idempotency keys. Never change it: the ids in the log were made with it. */
export const COMMAND_NAMESPACE = '6f6d4a0e-0c55-5d0b-9a3e-7b1a2f4c8e21'

/** A command's id derives from its actor and idempotency key, so two people's equal keys never collide. */
export function commandIdOf(ids: LedgerIds, actorUserId: number, key: string): string {
  return ids.uuid5(COMMAND_NAMESPACE, `${actorUserId}:${key}`)
}
