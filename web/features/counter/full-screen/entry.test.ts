import { describe, expect, it } from 'vitest'
import {
  closeCode,
  EMPTY_ENTRY,
  finish,
  isEcho,
  openCode,
  takeBack,
  typeSign,
  withAmount,
  type Entry,
} from './entry.ts'

/** Types a text, one character every `everyMs`. */
const typed = (text: string, everyMs: number, from: Entry = EMPTY_ENTRY): Entry =>
  Array.from(text).reduce((entry, sign, index) => typeSign(entry, sign, index * everyMs), from)

const end = (text: string, everyMs: number, from?: Entry): { amount: string; code: string | undefined } => {
  const { entry, code } = finish(typed(text, everyMs, from), text.length * everyMs)
  return { amount: entry.amount, code }
}

describe('what is typed at the counter', () => {
  it('is an amount while it is digits, at any speed of a person', () => {
    expect(end('12345', 5)).toEqual({ amount: '12345', code: undefined })
    expect(end('12345678', 90)).toEqual({ amount: '12345678', code: undefined })
  })

  it('is a code from its first letter on, and leaves the amount alone', () => {
    expect(end('KH0001', 5, withAmount('700'))).toEqual({ amount: '700', code: 'KH0001' })
    expect(end('KH0001', 300, withAmount('700'))).toEqual({ amount: '700', code: 'KH0001' })
  })

  it('is a scanned code as a whole, also if that begins with digits', () => {
    expect(end('7KMNP2QR', 5, withAmount('700'))).toEqual({ amount: '700', code: '7KMNP2QR' })
    expect(end('234KMNPQ', 5)).toEqual({ amount: '', code: '234KMNPQ' })
    expect(end('7KMNP2QR', 90, withAmount('700'))).toEqual({ amount: '700', code: '7KMNP2QR' })
    expect(end('234KMNPQ', 90)).toEqual({ amount: '', code: '234KMNPQ' })
  })

  it("never takes a product's barcode, or a redemption code of digits, for an amount", () => {
    expect(end('4850001234567', 5, withAmount('700'))).toEqual({ amount: '700', code: '4850001234567' })
    expect(end('23456789', 5)).toEqual({ amount: '', code: '23456789' })
  })

  it('keeps digits that a person typed before a code', () => {
    expect(typed('AB', 5, typeSign(EMPTY_ENTRY, '5'))).toMatchObject({ amount: '5', code: 'AB' })
    expect(finish(typeSign(typed('700', 200), 'A', 5_000), 5_001)).toMatchObject({
      entry: { amount: '700' },
      code: 'A',
    })
  })

  it('ends once, although some scanners send Enter twice', () => {
    const { entry } = finish(typed('KH0001', 5, withAmount('700')), 30)
    expect([isEcho(entry, 35), isEcho(entry, 400), isEcho(typeSign(entry, '5', 40), 45)]).toEqual([true, false, false])
  })

  it('has no zeros in front, and at most the digits of the largest amount', () => {
    expect(typeSign(EMPTY_ENTRY, '000').amount).toBe('')
    expect(typeSign(withAmount('12'), '000').amount).toBe('12000')
    expect(typeSign(withAmount('1234567'), '000').amount).toBe('1234567')
  })

  it('is taken back one by one, and an emptied code is over', () => {
    expect(takeBack(withAmount('12')).amount).toBe('1')
    expect(takeBack(typed('A', 5, withAmount('12')))).toMatchObject({ amount: '12', code: undefined })
    expect(takeBack(EMPTY_ENTRY)).toMatchObject({ amount: '', code: undefined })
    expect(closeCode(typeSign(openCode(withAmount('12')), 'K'))).toMatchObject({ amount: '12', code: undefined })
  })
})
