/** After a commit, whoever shows live balances is told which accounts moved: ids and a position, nothing else (R236). */
import type { Redis } from '#platform/redis/redis.ts'
import type { AccountEvent } from './account-event.ts'

export const MOVED_CHANNEL = 'hatik:moved'

/**
 * The message on MOVED_CHANNEL, as JSON. `position` is a decimal string: the checkpoint that holds these changes. `missed`: what moved before this was
 * perhaps told to nobody, and nobody can say what it was.
 */
export type Moved = { position: string; accounts: { businessId: number; buyerId: number }[]; missed?: true }

/**
 * Makes what tells after each commit. A message may be lost, where Redis or the way to it is away, or where the worker dies right behind its commit; a page
 * that is open would show an old balance until something else moves. So it is said that something was missed as soon as it can be, and at every start.
 */
export function createMovedTeller(
  redis: Redis,
): (batch: { events: readonly AccountEvent[]; position: bigint }) => void {
  let missed = true

  const publish = (moved: Moved): Promise<unknown> => redis.publish(MOVED_CHANNEL, JSON.stringify(moved))
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

  return ({ events, position }) => {
    if (events.length === 0) return
    if (missed) sayMissed()
    const accounts = new Map(events.map(({ stream, businessId, buyerId }) => [stream, { businessId, buyerId }]))
    publish({ position: String(position), accounts: [...accounts.values()] }).catch(lost)
  }
}
