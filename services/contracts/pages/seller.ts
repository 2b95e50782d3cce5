import { z } from 'zod'

/** How many letters of each can be typed; an account is kept without its spaces and hyphens. */
export const SELLER_MAX = { name: 200, taxId: 40, address: 300, bank: 200, account: 60 } as const

const text = (max: number) => z.string().trim().min(1).max(max)

/** The check digits of an IBAN (ISO 7064, mod 97-10): a letter or digit mistyped, or two in the wrong order, never holds. */
function checkDigitsHold(iban: string): boolean {
  let remainder = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(letter, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}

/**
 * Who issues the invoices and is paid (H36): stands on every invoice, and where it is said how to pay one. An account is typed with
 * spaces or hyphens and kept without: 11 to 16 digits, as in Armenia, or an IBAN
 * whose check digits hold: a wrong one would stand on every invoice.
 */
export const sellerSchema = z.strictObject({
  name: text(SELLER_MAX.name),
  taxId: text(SELLER_MAX.taxId),
  address: text(SELLER_MAX.address),
  bank: text(SELLER_MAX.bank),
  account: z
    .string()
    .max(SELLER_MAX.account)
    .overwrite((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
    .regex(/^(\d{11,16}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/)
    .refine((account) => /^\d/.test(account) || checkDigitsHold(account)),
})
export type Seller = z.infer<typeof sellerSchema>
/** In the order in which they are asked for. */
export const SELLER_FIELDS = [
  'name',
  'taxId',
  'address',
  'bank',
  'account',
] as const satisfies readonly (keyof Seller)[]
