/** Announces updated accounts to live updates after each commit: IDs and a position only (R236). */
import type { Redis } from '#platform/redis/redis.ts'
import type { AccountEvent } from './account-event.ts'

export const ACCOUNT_UPDATE_CHANNEL = 'hatik:moved'

/**
 * JSON message. `position`: decimal checkpoint that includes the changes, or the lowest of all shards. `missed`: earlier
 * messages may have been lost. `traces`: spans of this projection as W3C's `traceparent`, if there are any.
 */
export type Moved = {
  position: string
  accounts: { businessId: number; buyerId: number }[]
  missed?: true
  traces?: string[]
}

/**
 * Messages are lost if Redis fails or the worker dies after its commit, so `missed` is announced at every start and
 * after a loss.
 */
export function createAccountUpdates(
  redis: Redis,
): (batch: { events: readonly AccountEvent[]; position: bigint; traces?: string[] }) => void {
  let missed = true

  const publish = (moved: Moved): Promise<unknown> => redis.publish(ACCOUNT_UPDATE_CHANNEL, JSON.stringify(moved))
  const sayMissed = (): void => {
    missed = false
    publish({ position: '0', accounts: [], missed: true }).catch(() => (missed = true))
  }
  const lost = (): void => {
    missed = true
    if (redis.status === 'ready') sayMissed()
  }
  redis.on('ready', () => {
    if (missed) sayMissed()
  })

  return ({ events, position, traces = [] }) => {
    if (events.length === 0) return
    if (missed) sayMissed()
    const accounts = new Map(events.map(({ stream, businessId, buyerId }) => [stream, { businessId, buyerId }]))
    publish({
      position: String(position),
      accounts: [...accounts.values()],
      ...(traces.length > 0 && { traces }),
    }).catch(lost)
  }
}
