/** Cards without a phone (decision 53). */
import { z } from 'zod'
import { commandIdSchema } from '../units/ids.ts'
import { withoutUnseen } from '../units/names.ts'
import { strictBody } from '../units/strict-body.ts'
import { closedSchema } from './buyer.ts'
import { languageSchema } from './account/session.ts'

export const CARD_SECRET_LENGTH = 16
/** Per order, and per business in 24 hours. */
export const CARDS_PER_ORDER = 500
export const CARDS_PER_DAY = 2_000
/** Per business, of cards that are on no account yet: their codes are taken for good. */
export const UNCLAIMED_CARDS = 10_000

export const CARD_SECRET_MAX = 60

const normaliseSecret = (typed: string): string =>
  withoutUnseen(typed.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '')

/** Typed from a card: in any letter case, with or without spaces and hyphens. */
const cardSecretSchema = z
  .string()
  .max(CARD_SECRET_MAX)
  .transform(normaliseSecret)
  .refine((secret) => /^[2-9A-HJKMNP-Z]{16}$/.test(secret), 'A card has 16 letters and digits under its cover')

/** In fours, as printed. */
export const shownSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1-')
/** What is typed so far, as printed. */
export const groupedSecret = (typed: string): string => shownSecret(normaliseSecret(typed))

/** POST /api/business/{id}/cards */
export const orderCardsSchema = strictBody({ cards: z.number().int().min(1).max(CARDS_PER_ORDER) })
export const cardsOrderedSchema = z.object({ batchId: commandIdSchema, cards: z.number().int() })

/** GET /api/business/{id}/cards: the newest 100 orders. Whose a claimed card is, is never shown. */
export const cardBatchesReplySchema = z.object({
  batches: z.array(
    z.object({
      batchId: commandIdSchema,
      orderedAt: z.string(),
      cards: z.number().int(),
      /** Cards that have got points at this business. */
      used: z.number().int(),
      claimed: z.number().int(),
      /** Until when the files can be downloaded; null if that is over. */
      filesUntil: z.string().nullable(),
    }),
  ),
})
export type CardBatch = z.infer<typeof cardBatchesReplySchema>['batches'][number]

/** GET /api/business/{id}/cards/{batchId}/{file} */
export const cardFileSchema = z.enum(['sheet.pdf', 'cards.csv']).describe('Sheets to print, or a table for a printer.')
export const cardFileQuerySchema = z.object({ language: languageSchema.default('am') })

/** POST /api/buyer/{id}/cards */
export const claimCardSchema = strictBody({ secret: cardSecretSchema })
export const cardClaimedSchema = z.object({
  cardId: z.number().int(),
  buyerId: z.string(),
  message: z.string(),
  /** What the card has brought, by business. */
  brought: z.array(
    z.object({ businessId: z.number().int(), businessName: z.string(), closed: closedSchema, points: z.string() }),
  ),
  /** False if more may follow within minutes. */
  isComplete: z.boolean(),
})
export type CardClaimed = z.infer<typeof cardClaimedSchema>

/** GET /api/buyer/{id}/cards: in the order of claiming. */
export const cardsReplySchema = z.object({
  cards: z.array(
    z.object({ cardId: z.number().int(), buyerId: z.string(), claimedAt: z.string(), isBlocked: z.boolean() }),
  ),
})
export type HeldCard = z.infer<typeof cardsReplySchema>['cards'][number]

/** POST /api/buyer/{id}/cards/{cardId}/block */
export const cardBlockedSchema = z.object({ cardId: z.number().int(), message: z.string() })
