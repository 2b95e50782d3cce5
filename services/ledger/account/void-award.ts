import { VOID_WINDOW_MS } from '#contracts/calls/counter.ts'
import type { LedgerEvent } from '#contracts/events/ledger-events.ts'
import { lookUp } from '../persistent-map.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { AccountState } from './account.ts'

/** `nowMs` (epoch ms) and `byAdmin`: a decision reads no clock or session. */
export type VoidAward = { type: 'VoidAward'; awardId: string; reason: string; nowMs: number; byAdmin: boolean }

/** H3, H4: never below a zero balance. A business has 24 hours, an administrator no limit. */
export function voidAward(
  { awardId, reason, nowMs, byAdmin }: VoidAward,
  state: AccountState,
): LedgerEvent[] | Refusal {
  const award = lookUp(state.awards, awardId)
  if (!award) return refuse('award_not_found')
  if (award.voided) return refuse('award_already_voided')
  if (!byAdmin && nowMs - award.recordedAtMs > VOID_WINDOW_MS) return refuse('void_too_late')
  if (award.tenths > state.balanceTenths) return refuse('void_would_overdraw')
  return [{ type: 'AwardVoided', data: { awardId, tenths: award.tenths, reason } }]
}
