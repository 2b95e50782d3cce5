/**
 * Cards without a phone (decision 53), version 1, stream `card-<cards.id>`, with account events' metadata; ids only.
 * Outside the ledger's log, like a person's stream.
 */
import { z } from 'zod'

export const CARD_EVENT_DATA = {
  /** `userId`: whose account the card's code leads to from then on. */
  CardClaimed: z.object({ userId: z.number().int().positive() }),
  CardBlocked: z.object({ userId: z.number().int().positive() }),
} as const

export const CARD_PREFIX = 'card-'

export function cardStream(cardId: number): string {
  return `${CARD_PREFIX}${cardId}`
}
