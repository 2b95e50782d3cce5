/** Perks (R160, R168, R202, H9, C6). */
import { z } from 'zod'
import { perkSchema, perkTextSchema } from './business.ts'
import { nameSchema, textSchema } from '../units/names.ts'
import { MAX_TENTHS, MIN_PERK_TENTHS, PERK_STEP_TENTHS, tenthsFromPoints } from '../units/points.ts'

export const PERK_NAME_MAX = 120
export const PERK_DESCRIPTION_MAX = 1_000

/** R168: from 0.5 in steps of 0.5; '5' is refused. */
export const pointsRequiredSchema = z.number().refine((points) => {
  const tenths = tenthsFromPoints(points)
  return tenths !== undefined && tenths >= MIN_PERK_TENTHS && tenths <= MAX_TENTHS && tenths % PERK_STEP_TENTHS === 0
}, 'Points must be at least 0.5, in steps of 0.5')

/**
 * POST /api/business/{id}/perks and PUT /api/business/{id}/perks/{perkId} (R168). `pictureUrl`: from
 * `upload-perk-picture`; null or empty removes, absent keeps.
 */
export const perkInputSchema = z.object({
  name: nameSchema('Required', PERK_NAME_MAX),
  description: textSchema('Required', PERK_DESCRIPTION_MAX),
  pointsRequired: pointsRequiredSchema,
  pictureUrl: z.string().max(300).nullable().optional(),
})
export type PerkInput = z.infer<typeof perkInputSchema>

/**
 * `before`: the perk as shown; refused if changed since, so that an outdated form restores no old price. Pages from
 * before pictures send it without.
 */
export const changePerkSchema = perkInputSchema.extend({
  before: perkTextSchema.omit({ id: true }).extend({ pictureUrl: z.string().nullable().optional() }).optional(),
})
export type ChangePerk = z.infer<typeof changePerkSchema>

/** POST answers 201; at the plan's limit 403 `perk_limit_reached`. */
export const perkReplySchema = perkSchema

/** DELETE /api/business/{id}/perks/{perkId}. */
export const perkDeletedSchema = z.object({ id: z.number().int(), message: z.string() })

/** R169. */
export const perkIdParamSchema = z.coerce
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Invalid id')
  .transform(Number)

/**
 * `/api/business/{id or slug}/perks` (C6): digits are an id, for the own session; else a public slug, empty while
 * inactive (H28).
 */
export const idOrSlugSchema = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Invalid id')
  .refine((text) => !/^\d+$/.test(text) || /^[1-9]\d{0,8}$/.test(text), 'Invalid id')
