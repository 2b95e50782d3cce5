/** Cards without a phone (decision 53). Each call rejects with ApiError. */
import type { z } from 'zod'
import {
  cardBatchesReplySchema,
  cardBlockedSchema,
  cardClaimedSchema,
  cardsOrderedSchema,
  cardsReplySchema,
  type CardBatch,
  type CardClaimed,
  type HeldCard,
} from '#contracts/calls/cards.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { useKeptReply } from '#web/lib/reads/use-kept-reply.ts'

/** Reads to refresh after an order; `businessId` is its users.id. */
export const cardBatchesPath = (businessId: number): string => `/api/business/${businessId}/cards`
/** Reads to refresh after a claim or a block; `userId` is the buyer's. */
export const cardsPath = (userId: number): string => `/api/buyer/${userId}/cards`

export const useCardBatches = (businessId: number): Reading<{ batches: CardBatch[] }> =>
  useRead(cardBatchesPath(businessId), cardBatchesReplySchema)

export const orderCards = (
  businessId: number,
  cards: number,
  key: string,
): Promise<z.infer<typeof cardsOrderedSchema>> =>
  api.write({ method: 'POST', path: cardBatchesPath(businessId), body: { cards }, key, reply: cardsOrderedSchema })

export const cardSheetUrl = (businessId: number, batchId: string, language: Language): string =>
  `${cardBatchesPath(businessId)}/${batchId}/sheet.pdf?language=${language}`
export const cardTableUrl = (businessId: number, batchId: string): string =>
  `${cardBatchesPath(businessId)}/${batchId}/cards.csv`

export function useCards(userId: number): Reading<{ cards: HeldCard[] }> {
  const path = cardsPath(userId)
  return useKeptReply(useRead(path, cardsReplySchema), { userId, path, reply: cardsReplySchema })
}

/** `secret`: as typed. */
export const claimCard = (userId: number, secret: string, key: string): Promise<CardClaimed> =>
  api.write({ method: 'POST', path: cardsPath(userId), body: { secret }, key, reply: cardClaimedSchema })

export const blockCard = (userId: number, cardId: number, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: `${cardsPath(userId)}/${cardId}/block`, key, reply: cardBlockedSchema })
