/** GET /api/business/{id}/reports/day: one day of a business in Asia/Yerevan, beside the same weekday before. */
import { z } from 'zod'
import { commandIdSchema } from '../units/ids.ts'
import { daySchema } from '../units/moments.ts'
import { languageSchema } from './account/session.ts'

/** Default: today. */
export const dayReportQuerySchema = z.object({ day: daySchema.optional() })
/** …/reports/day.xlsx and day.pdf */
export const dayReportFileQuerySchema = dayReportQuerySchema.extend({ language: languageSchema.default('am') })

const whole = z.number().int()

/** Of the day's own purchases and perks handed over, after what was undone or corrected on the same day. */
export const daySumsSchema = z.object({
  purchases: whole,
  turnoverAmd: whole,
  givenPoints: z.number(),
  perks: whole,
  usedPoints: z.number(),
})
export type DaySums = z.infer<typeof daySumsSchema>

export const dayTotalsSchema = daySumsSchema.extend({
  buyers: whole,
  newBuyers: whole,
  returningBuyers: whole,
  /** Null without purchases. */
  averageAmd: whole.nullable(),
})
export type DayTotals = z.infer<typeof dayTotalsSchema>

/** `name`: null for a removed person, and for acts without an id. Highest turnover first. */
const groupSchema = daySumsSchema.extend({ id: commandIdSchema.nullable(), name: z.string().nullable() })
export type ReportGroup = z.infer<typeof groupSchema>

export const dayReportSchema = z.object({
  day: z.iso.date(),
  /** A week earlier. */
  comparedDay: z.iso.date(),
  totals: dayTotalsSchema,
  compared: dayTotalsSchema,
  /** What this day changed of other days' purchases and perks; in none of the other figures. */
  otherDays: daySumsSchema,
  /** All 24, from 0. */
  hours: z.array(z.object({ purchases: whole, turnoverAmd: whole, comparedAmd: whole })).length(24),
  people: z.array(groupSchema),
  tills: z.array(groupSchema),
  branches: z.array(groupSchema),
  /** Handed over; most first. */
  handedOver: z.array(z.object({ perkId: whole, name: z.string(), perks: whole, usedPoints: z.number() })),
})
export type DayReport = z.infer<typeof dayReportSchema>

/** Hours in Yerevan at which the report of the day may be mailed. */
export const REPORT_MAIL_HOURS = { from: 18, to: 23 } as const

/** GET and PUT /api/business/{id}/reports/mail. `hour`: null for no mail. */
export const reportMailSchema = z.object({
  hour: z.number().int().min(REPORT_MAIL_HOURS.from).max(REPORT_MAIL_HOURS.to).nullable(),
})
export type ReportMail = z.infer<typeof reportMailSchema>
