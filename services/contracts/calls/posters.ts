/** GET /api/business/{id}/posters/{sheet}: a sheet to print whose QR code leads to /join/{slug}. */
import { z } from 'zod'
import { languageSchema } from './account/session.ts'

/** Poster, table card and sticker. */
export type PosterSize = 'a4' | 'a5' | 'a6'

export const posterSheetSchema = z.enum(['a4.pdf', 'a5.pdf', 'a6.pdf']).describe('Poster, table card or sticker.')
export const posterQuerySchema = z.object({ language: languageSchema.default('am') })
