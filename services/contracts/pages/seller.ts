import { z } from 'zod'

/** As typed; an account is stored without spaces and hyphens. */
export const SELLER_MAX = { name: 200, taxId: 40, address: 300, bank: 200, account: 60 } as const

const text = (max: number) => z.string().trim().min(1).max(max)

/** IBAN check digits (ISO 7064, mod 97-10), which detect any single typing error or swap. */
function checkDigitsHold(iban: string): boolean {
  let remainder = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(letter, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}

/** Issuer of invoices (H36). Account: 11 to 16 digits, as in Armenia, or a valid IBAN, without spaces and hyphens. */
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
/** In form order. */
export const SELLER_FIELDS = [
  'name',
  'taxId',
  'address',
  'bank',
  'account',
] as const satisfies readonly (keyof Seller)[]
