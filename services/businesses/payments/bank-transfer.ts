/** The first provider: the payer transfers the amount with the invoice's number as its purpose, and an administrator confirms it. */
import type { PaymentProvider } from './port.ts'
import { readSeller } from './seller.ts'

export const bankTransfer: PaymentProvider = {
  name: 'bank_transfer',
  async instructions(db, { number }) {
    const seller = await readSeller(db)
    return seller
      ? {
          provider: 'bank_transfer',
          recipient: seller.name,
          bank: seller.bank,
          account: seller.account,
          purpose: number,
        }
      : null
  },
  // The open refund is the task: an administrator makes the transfer and confirms it.
  refund: async () => {},
}
