import { CONFIRM_AMOUNT_AMD } from '#contracts/units/points.ts'
import { isSameAward, type Purchase } from '#web/lib/outbox/same-award.ts'
import type { WaitingAward } from '#web/lib/outbox/waiting-store.ts'

/** `large`: two extra zeros are easily typed (H2). `waits`: the same award waits already, and may seem lost. */
export type WhyAsk = 'large' | 'waits'

/** Why an award has to be confirmed; undefined if it goes at once. */
export function whyAsk(award: Purchase, outbox: readonly WaitingAward[]): WhyAsk | undefined {
  if (outbox.some(({ body, refusal }) => refusal === null && isSameAward(award, body))) return 'waits'
  return award.amountSpent >= CONFIRM_AMOUNT_AMD ? 'large' : undefined
}
