/** After a commit, whoever shows live balances is told which accounts moved: ids and a position, nothing else (R236). */
import type { Redis } from '#platform/redis.ts'
import type { AccountEvent } from './account-event.ts'

export const MOVED_CHANNEL = 'hatik:moved'

/** The message on MOVED_CHANNEL, as JSON. `position` is a decimal string: the checkpoint that holds these changes. */
export type Moved = { position: string; accounts: { businessId: number; buyerId: number }[] }

/** Best effort: a message that is lost costs its reader the next refresh, never a balance. */
export function publishMoved(redis: Redis, { events, position }: { events: readonly AccountEvent[]; position: bigint }): void {
  if (events.length === 0) return
  const accounts = new Map(events.map(({ stream, businessId, buyerId }) => [stream, { businessId, buyerId }]))
  const moved: Moved = { position: String(position), accounts: [...accounts.values()] }
  redis.publish(MOVED_CHANNEL, JSON.stringify(moved)).catch(() => {})
}
