import { VOID_WINDOW_MS } from '#contracts/calls/counter.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import { firstPositionSince } from '#projections/daily-book/queries.ts'
import { awardById } from '#projections/movements/queries.ts'
import type { Deps } from '../../deps.ts'
import { findAtHead } from '../../idempotency/find-at-head.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * The read model finds the account, after one wait for the head; the account decides. Recent awards are searched first,
 * because older ones are only refused.
 */
export async function findAward(deps: Deps, businessId: number, awardId: string) {
  const recent = async () => {
    const yesterday = yerevanDay(new Date(deps.now().getTime() - VOID_WINDOW_MS - HOUR_MS))
    const fromPosition = await firstPositionSince(deps.pool, businessId, yesterday)
    return fromPosition === undefined ? undefined : awardById(deps.pool, businessId, awardId, { fromPosition })
  }
  return (await findAtHead(deps, recent)) ?? awardById(deps.pool, businessId, awardId)
}
