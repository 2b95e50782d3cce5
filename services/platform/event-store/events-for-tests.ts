import { randomUUID } from 'node:crypto'
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { EventToAppend } from '#ledger/event-store.ts'

let accounts = 0
/** Unused by other tests, even on a shared server. */
export function freshAccount(): { businessId: number; buyerId: number; stream: string } {
  const businessId = 1 + Math.floor(Math.random() * 900_000_000)
  const buyerId = (accounts += 1)
  return { businessId, buyerId, stream: accountStream(businessId, buyerId) }
}

/** `id`: of the award, its event and its command. */
export function award(
  amountAmd = 500,
  id: string = randomUUID(),
  { userId = 1, recordedAt = new Date('2026-11-20T12:00:00Z') } = {},
): EventToAppend {
  return {
    id,
    type: 'PointsAwarded',
    data: { awardId: id, amountAmd, tenths: Math.floor(amountAmd / 50), rule: 'floor-50/1' },
    metadata: {
      schema: 1,
      commandId: id,
      inputHash: 'test',
      actor: { userId, role: 'business' },
      $correlationId: 'test',
      recordedAt: recordedAt.toISOString(),
    },
  }
}

export const inMs = (ms: number) => ({ deadlineAt: Date.now() + ms })
