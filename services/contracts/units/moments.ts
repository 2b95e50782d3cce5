/** Limited to years that PostgreSQL (no year 0) and JavaScript (other format after 9999) read alike, with a margin. */
import { z } from 'zod'

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '9998-12-31'
const OUTSIDE = `Must be from ${FIRST_DAY} to ${LAST_DAY}`

/** Epoch ms. */
export const LAST_MOMENT_MS = Date.parse(`${LAST_DAY}T23:59:59.999Z`)

const isWithin = (text: string): boolean => text >= FIRST_DAY && text.slice(0, LAST_DAY.length) <= LAST_DAY

/** In Yerevan. */
export const daySchema = z.iso.date().refine(isWithin, OUTSIDE)

/** Converted to UTC, because PostgreSQL accepts no offset over sixteen hours. */
export const momentSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .refine(isWithin, OUTSIDE)
