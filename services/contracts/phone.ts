import { z } from 'zod'

const ARMENIAN = /^374\d{8}$/

/**
 * H26: a number as typed, brought to the one form that is stored: '+374' and eight digits, or another country's number with
 * its plus. Undefined where it is no telephone number.
 */
export function normalisePhone(typed: string): string | undefined {
  const bare = typed.normalize('NFKC').replace(/[\s().\-–]/g, '')
  if (!/^\+?\d+$/.test(bare)) return undefined
  const digits = bare.replace(/^\+/, '').replace(/^00/, '')
  if (ARMENIAN.test(digits)) return `+${digits}`
  if (bare.startsWith('+') || bare.startsWith('00')) return !digits.startsWith('374') && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined
  if (/^0\d{8}$/.test(bare)) return `+374${bare.slice(1)}`
  return /^[1-9]\d{7}$/.test(bare) ? `+374${bare}` : undefined
}

export const INVALID_PHONE = 'Please enter a valid phone number'

const stored = (typed: string, context: z.core.$RefinementCtx) => {
  const phone = normalisePhone(typed)
  if (phone === undefined) context.addIssue({ code: 'custom', message: INVALID_PHONE })
  return phone ?? z.NEVER
}

/** R160: required. Gives the stored form. */
export const phoneSchema = z.string('Phone number is required').trim().min(1, 'Phone number is required').max(40, INVALID_PHONE).transform(stored)

/** R97: may be missing or empty, which is null. */
export const optionalPhoneSchema = z
  .string()
  .trim()
  .max(40, INVALID_PHONE)
  .nullish()
  .transform((typed, context) => (typed ? stored(typed, context) : null))
