/** What an owner should look at: unusual acts at the counter, by the shop's own thresholds. No sale waits for them. */
import { z } from 'zod'
import { daySchema } from '../units/moments.ts'

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:30')

/** `largeTimes` and `manyMinutes` stay in the ranges that their texts on the screen can say. */
export const ATTENTION_RANGES = {
  largeTimes: { min: 2, max: 100 },
  manyAwards: { min: 2, max: 50 },
  manyMinutes: { min: 5, max: 720 },
  undos: { min: 1, max: 100 },
} as const

const inRange = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)

/** GET and PUT /api/business/{id}/attention/settings. */
export const attentionSettingsSchema = z.object({
  /** An award is large from this many times the average purchase on. */
  largeTimes: inRange(ATTENTION_RANGES.largeTimes),
  /** To one buyer within `manyMinutes`. */
  manyAwards: inRange(ATTENTION_RANGES.manyAwards),
  manyMinutes: inRange(ATTENTION_RANGES.manyMinutes),
  /** By one person on one day. */
  undos: inRange(ATTENTION_RANGES.undos),
  /** In Yerevan; may run past midnight. Null: not watched. */
  hours: z
    .object({ opens: clockSchema, closes: clockSchema })
    .refine(({ opens, closes }) => opens !== closes, { path: ['closes'], message: 'Must differ from the opening' })
    .nullable(),
  /** Whether a day with remarks is mailed, the next morning. */
  mail: z.boolean(),
})
export type AttentionSettings = z.infer<typeof attentionSettingsSchema>

export const DEFAULT_ATTENTION: AttentionSettings = {
  largeTimes: 10,
  manyAwards: 4,
  manyMinutes: 60,
  undos: 5,
  hours: null,
  mail: false,
}

/** Purchases in the 30 days before that make an average. Fewer say nothing of what is usual. */
export const USUAL_PURCHASES_MIN = 20

/** Default: today. */
export const attentionQuerySchema = z.object({ day: daySchema.optional() })

const whole = z.number().int()
/** `name`: null for a removed person. */
const namedSchema = z.object({ id: z.string(), name: z.string().nullable() }).nullable()
/** `at`: of the last act. */
const remark = { at: z.string(), person: namedSchema, till: namedSchema }
const buyer = z.object({
  id: whole,
  /** '' if erased. */
  buyerId: z.string(),
})

const largeAwardSchema = z.object({
  kind: z.literal('large_award'),
  ...remark,
  awardId: z.string(),
  buyer,
  amountAmd: whole,
  usualAmd: whole,
  /** The amount is that of a correction. */
  isCorrection: z.boolean(),
  /** Corrected again or voided since. */
  isUndone: z.boolean(),
})
const manyAwardsSchema = z.object({
  kind: z.literal('many_awards'),
  ...remark,
  buyer,
  from: z.string(),
  awards: whole,
  amountAmd: whole,
})
const undosSchema = z.object({
  kind: z.literal('undos'),
  ...remark,
  voids: whole,
  corrections: whole,
  undoneUses: whole,
  /** Per other person at work on that day, with one decimal; null without others. */
  othersMean: z.number().nullable(),
})
const outsideHoursSchema = z.object({ kind: z.literal('outside_hours'), ...remark, from: z.string(), acts: whole })

/** Of `undos` and `outside_hours`, a remark is about one person's day; null: acts without a person. */
export const remarkSchema = z.discriminatedUnion('kind', [
  largeAwardSchema,
  manyAwardsSchema,
  undosSchema,
  outsideHoursSchema,
])
export type Remark = z.infer<typeof remarkSchema>
export type RemarkKind = Remark['kind']

/** GET /api/business/{id}/attention: newest first. */
export const attentionSchema = z.object({
  day: z.iso.date(),
  /** Average purchase of the 30 days before; null if they have too few. */
  usualAmd: whole.nullable(),
  remarks: z.array(remarkSchema),
  /** More remarks of a kind than are listed. */
  hasMore: z.boolean(),
})
export type Attention = z.infer<typeof attentionSchema>
