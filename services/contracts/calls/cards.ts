/** Cards without a phone (decision 53). */
import { z } from 'zod'
import { isBuyerCode, normaliseCode } from '../units/codes.ts'
import { withoutUnseen } from '../units/names.ts'
import { commandIdSchema } from '../units/ids.ts'
import { languageSchema } from './session.ts'
import { strictBody } from '../units/strict-body.ts'

export const CARD_SECRET_LENGTH = 16
/** Per order, and per business in 24 hours. */
export const CARDS_PER_ORDER = 500
export const CARDS_PER_DAY = 2_000

/** Typed from a card: in any letter case, with spaces and hyphens. */
export const cardSecretSchema = z
  .string()
  .max(60)
  .transform((typed) => withoutUnseen(typed.normalize('NFKC')).toUpperCase().replaceAll(/[\s\p{Pd}\u2212]/gu, ''))
  .refine((secret) => /^[2-9A-HJKMNP-Z]{16}$/.test(secret), 'A card has 16 letters and digits under its cover')

/** In fours, as printed. */
export const shownSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1-')

export const orderCardsSchema = strictBody({
  cards: z.number().int().min(1).max(CARDS_PER_ORDER),
  language: languageSchema.default('am'),
})

export const cardCodeSchema = z.string().transform(normaliseCode).refine(isBuyerCode, 'Invalid card code')

/** GET /api/business/{id}/cards: newest first. Who claimed a card is never shown. */
export const cardBatchSchema = z.object({
  batchId: commandIdSchema,
  orderedAt: z.string(),
  cards: z.number().int(),
  /** Cards with an account at this business, claimed ones included. */
  used: z.number().int(),
  claimed: z.number().int(),
})
