/**
 * The chore that ends codes which nobody used (H5, decision 32), where the setting is on: a cancellation with its refund, by the system.
 * Only codes whose buyers were told when. The command's id follows from the code, and the account's stream decides: one that was used or
 * cancelled meanwhile is refused, and one that was ended is ended once, whoever tries how often.
 */
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import type { CommandHandler } from '#ledger/command-handler.ts'
import { byThemselves } from '#platform/process/by-themselves.ts'
import { bySystem } from '#platform/outbox/event-outbox.ts'
import { NOTICE_DAYS } from './redemption-reminders.ts'

type Ended = { redemptionId: string; businessId: number; buyerId: number }

export type EndedSource = {
  /** Codes whose last day is over; see redemptionsThatEnded. */
  thatEnded(wanted: { today: string; sentUntil: Date; ttlSince: Date; limit: number }): Promise<Ended[]>
}

const REASON = 'expired'

/** `left`: there are more, or some that the store could not take. Throws where it failed with some, after all were tried. */
export async function endRedemptions(
  ledger: CommandHandler,
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
  const ended = await byThemselves((each) =>
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
