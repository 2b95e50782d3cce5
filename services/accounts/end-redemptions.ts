/**
 * Chore that cancels unused codes with a refund (H5, decision 32), only after their buyers were told the date. The
 * command id follows from the code, so repeats end it once; the stream refuses used or cancelled codes.
 */
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import { bySystem } from '#platform/outbox/event-outbox.ts'
import { NOTICE_DAYS } from './redemption-reminders.ts'

type Ended = { redemptionId: string; businessId: number; buyerId: number }

export type EndedSource = {
  /** See redemptionsThatEnded. */
  thatEnded(wanted: { today: string; sentUntil: Date; ttlSince: Date; limit: number }): Promise<Ended[]>
}

const REASON = 'expired'

/** `left`: more are due, or the store could not take some. Throws after the round if some failed. */
export async function endRedemptions(
  ledger: Ledger,
  { thatEnded }: EndedSource,
  { now, ttl, batch = 500 }: { now: Date; ttl: { since: Date } | null; batch?: number },
): Promise<{ ended: number; left: boolean }> {
  if (ttl === null) return { ended: 0, left: false }
  const due = await thatEnded({
    today: yerevanDay(now),
    sentUntil: new Date(now.getTime() - NOTICE_DAYS * DAY_MS),
    ttlSince: ttl.since,
    limit: batch,
  })
  let left = due.length === batch
  const ended = await isolateFailures((each) =>
    each(due, async ({ businessId, buyerId, redemptionId }) => {
      const { commandId, actor, correlationId } = bySystem(`expire-redemption:${redemptionId}`, now)
      const command = { type: 'CancelRedemption', redemptionId, reason: REASON } as const
      const result = await ledger.execute({ businessId, buyerId, command, action: { commandId }, actor, correlationId })
      if (result.kind === 'unknown' || (result.kind === 'refused' && result.code === 'busy')) left = true
      return result.kind === 'done' && !result.replayed
    }),
  )
  return { ended, left }
}
