import { z } from 'zod'

const ARMENIAN = /^374\d{8}$/

/** H26: stored form: '+374' and eight digits, or a foreign number with its plus. Undefined for other text. */
export function normalisePhone(typed: string): string | undefined {
  const bare = typed.normalize('NFKC').replace(/[\s().\-–]/g, '')
  if (!/^\+?\d+$/.test(bare)) return undefined
  const digits = bare.replace(/^\+/, '').replace(/^00/, '')
  if (ARMENIAN.test(digits)) return `+${digits}`
  if (bare.startsWith('+') || bare.startsWith('00'))
    return !digits.startsWith('374') && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined
  if (/^0\d{8}$/.test(bare)) return `+374${bare.slice(1)}`
  return /^[1-9]\d{7}$/.test(bare) ? `+374${bare}` : undefined
}

/** An operator's code and one digit. */
const ENOUGH_DIGITS = 3

/**
 * Stored form of a partial number: '091 12' and '+374 91-12' become '+3749112'. A local number without its 0 must be
 * complete, because its digits may mean something else.
 */
export function phoneBeginning(typed: string): string | undefined {
  const whole = normalisePhone(typed)
  if (whole !== undefined) return whole
  const bare = typed.normalize('NFKC').replace(/[\s().\-–]/g, '')
  const [, from = '', digits = ''] = /^(\+|00|(?=374)|0(?=[1-9]))(\d+)$/.exec(bare) ?? []
  const begun = from === '0' ? `374${digits}` : digits
  const known = begun.startsWith('374') ? begun.length - 3 : begun.length
  return known >= ENOUGH_DIGITS && begun.length <= 15 ? `+${begun}` : undefined
}

export const INVALID_PHONE = 'Please enter a valid phone number'

const stored = (typed: string, context: z.core.$RefinementCtx) => {
  const phone = normalisePhone(typed)
  if (phone === undefined) context.addIssue({ code: 'custom', message: INVALID_PHONE })
  return phone ?? z.NEVER
}

/** R160. */
export const phoneSchema = z
  .string('Phone number is required')
  .trim()
  .min(1, 'Phone number is required')
  .max(40, INVALID_PHONE)
  .transform(stored)

/** R97: null if missing or empty. */
export const optionalPhoneSchema = z
  .string()
  .trim()
  .max(40, INVALID_PHONE)
  .nullish()
  .transform((typed, context) => (typed ? stored(typed, context) : null))
