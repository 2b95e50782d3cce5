import { z } from 'zod'

const text = (max: number) => z.string().trim().min(1).max(max)

/**
 * Who issues the invoices and is paid (H36): stands on every invoice, and where it is said how to pay one. An account is typed with
 * spaces or hyphens and kept without: 11 to 16 digits, as in Armenia, or an IBAN.
 */
export const sellerSchema = z.strictObject({
  name: text(200),
  taxId: text(40),
  address: text(300),
  bank: text(200),
  account: z
    .string()
    .max(60)
    .overwrite((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
    .regex(/^(\d{11,16}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/),
})
export type Seller = z.infer<typeof sellerSchema>
/** In the order in which they are asked for. */
export const SELLER_FIELDS = ['name', 'taxId', 'address', 'bank', 'account'] as const satisfies readonly (keyof Seller)[]
