/** Port to hashing, implemented in platform/event-store/ids.ts. */
export interface LedgerIds {
  /** `namespace`: a UUID. */
  uuid5(namespace: string, name: string): string
  /** Short and collision-resistant. */
  digest(text: string): string
}

/** Never change it: the ids in the log were made with it. */
export const COMMAND_NAMESPACE = '6f6d4a0e-0c55-5d0b-9a3e-7b1a2f4c8e21'

/** Two people's equal keys never collide. */
export function commandIdOf(ids: LedgerIds, actorUserId: number, key: string): string {
  return ids.uuid5(COMMAND_NAMESPACE, `${actorUserId}:${key}`)
}
