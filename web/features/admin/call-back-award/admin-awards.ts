/** Voids by administrators (H4). */
import { voidReplySchema, type VoidReply } from '#contracts/calls/counter.ts'
import { api } from '#web/lib/api/api.ts'
import { AUDIT_READS } from '#web/lib/calls/staff/audit.ts'

const ACCOUNTS = '/api/admin/accounts'

/** Staff reads to refresh after a void. */
export const READS_AFTER_VOID: readonly string[] = [
  ...AUDIT_READS,
  '/api/audit/events',
  '/api/ledger/accounts',
  ACCOUNTS,
]

export interface AwardToVoid {
  businessId: number
  buyerId: number
  awardId: string
  reason: string
}

export const voidAwardAsAdmin = (
  { businessId, buyerId, awardId, reason }: AwardToVoid,
  key: string,
): Promise<VoidReply> =>
  api.write({
    method: 'POST',
    path: `${ACCOUNTS}/${businessId}/${buyerId}/awards/${awardId}/void`,
    body: { reason },
    key,
    reply: voidReplySchema,
  })
