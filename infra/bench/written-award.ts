/** An award for histories written without the API. */
import { randomUUID } from 'node:crypto'
import { AWARD_RULE, tenthsForAmount } from '#contracts/units/points.ts'
import type { EventToAppend } from '#ledger/event-store.ts'

export function writtenAward(businessId: number, amountAmd: number, recordedAt: Date): EventToAppend {
  const commandId = randomUUID()
  return {
    type: 'PointsAwarded',
    id: randomUUID(),
    data: { awardId: commandId, amountAmd, tenths: tenthsForAmount(amountAmd), rule: AWARD_RULE },
    metadata: {
      schema: 1,
      commandId,
      inputHash: commandId.slice(0, 22),
      actor: { userId: businessId, role: 'business' },
      $correlationId: commandId,
      recordedAt: recordedAt.toISOString(),
    },
  }
}
