import { enterTransferSchema } from '#contracts/calls/billing.ts'

/** Whole drams, with spaces between thousands; undefined for anything else, because money is never rounded. */
export function typedAmount(typed: string): number | undefined {
  const digits = typed.replace(/\s/g, '')
  if (!/^\d+$/.test(digits)) return undefined
  const amount = enterTransferSchema.shape.amountAmd.safeParse(Number(digits))
  return amount.success ? amount.data : undefined
}
