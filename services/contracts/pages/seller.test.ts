import { describe, expect, it } from 'vitest'
import { sellerSchema } from './seller.ts'

const accountOf = (account: string) =>
  sellerSchema.safeParse({ name: 'Hatik LLC', taxId: '1', address: 'Gyumri', bank: 'A bank', account }).data?.account

describe('the account on every invoice (H36)', () => {
  it('has 11 to 16 digits, as in Armenia, or is an IBAN; spaces and hyphens are removed', () => {
    expect(accountOf('1570-0123 4567')).toBe('157001234567')
    expect(accountOf('gb82 west 1234 5698 7654 32')).toBe('GB82WEST12345698765432')
    expect(accountOf('DE89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000')
    for (const wrong of ['', '1234567890', '12345678901234567', 'GB82', 'DE89 3704 0044 0532 0130 0O !'])
      expect(accountOf(wrong), wrong).toBeUndefined()
  })

  it('is refused as an IBAN with one mistyped character or two neighbours swapped', () => {
    const iban = 'GB82WEST12345698765432'
    for (let at = 4; at < iban.length; at += 1) {
      const typed = /\d/.test(iban[at] ?? '') ? String((Number(iban[at]) + 1) % 10) : 'Q'
      expect(accountOf(iban.slice(0, at) + typed + iban.slice(at + 1)), `${at}`).toBeUndefined()
    }
    expect(accountOf('GB82WEST12345698765423')).toBeUndefined()
    expect(accountOf('GB83WEST12345698765432')).toBeUndefined()
  })
})
