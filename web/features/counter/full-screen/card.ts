import type { AwardReply, BuyerVerifyReply } from '#contracts/calls/business.ts'
import type { RedemptionPreview } from '#contracts/calls/counter.ts'
import type { Verified } from '#web/components/counter/use-undo-use.ts'
import type { Purchase } from '#web/lib/outbox/same-award.ts'

/** What the counter's card shows: the one thing that is being done. */
export type Card =
  /** `problem`: why the last code brought nothing. */
  | { kind: 'ready'; problem?: string }
  /** `buyer` is undefined until the server replies. `unknown`: why it did not; the award goes all the same. */
  | { kind: 'buyer'; code: string; buyer?: BuyerVerifyReply; unknown?: string; problem?: string }
  | { kind: 'sending'; input: Purchase; buyer?: BuyerVerifyReply }
  | { kind: 'awarded'; reply: AwardReply; buyer?: BuyerVerifyReply }
  | { kind: 'waits'; key: string; input: Purchase }
  | { kind: 'looking'; code: string }
  | { kind: 'asks'; code: string; reply: RedemptionPreview }
  | { kind: 'using'; code: string }
  | { kind: 'given'; verified: Verified }

/** How long (ms) a result has the card, if nothing else takes it before. */
export const LASTS_MS: Readonly<Partial<Record<Card['kind'], number>>> = { awarded: 1_500, waits: 4_000 }
