import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { MIN_AMOUNT_AMD, tenthsForAmount } from '#contracts/units/points.ts'
import { repository } from '../local/settings.ts'
import { parsePurchases, textOf } from './purchases.ts'

const file = (...lines: string[]) => ['customer,date,usd_cents', ...lines].join('\n')

describe('a purchases file', () => {
  it('cents are converted to whole AMD, rounded down', () => {
    expect(
      parsePurchases(file('00001,1997-01-01,1177', '00002,1997-01-12,10', '')).map((row) => row.amountAmd),
    ).toEqual([4590, 39])
  })

  it('equal rows get different keys, and a longer file the same keys', () => {
    const short = parsePurchases(file('1,1997-01-01,500', '1,1997-01-01,500', '2,1997-01-01,500'))
    const longer = parsePurchases(file('1,1997-01-01,500', '1,1997-01-01,500', '2,1997-01-01,500', '1,1997-01-01,500'))
    expect(new Set(longer.map((row) => row.key)).size).toBe(4)
    expect(longer.slice(0, 3)).toEqual(short)
  })

  it('rows that differ only in surrounding spaces get different keys', () => {
    expect(
      new Set(parsePurchases(file('1,1997-01-01,500', ' 1,1997-01-01,500', '1,1997-01-01,500\t')).map((row) => row.key))
        .size,
    ).toBe(3)
  })

  it('a purchases file is read as UTF-8, with or without a byte order mark; other encodings are refused', () => {
    const text = file('1,1997-01-01,500')
    expect(parsePurchases(textOf(Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`)))).toHaveLength(1)
    for (const bytes of [
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from('2,1997-01-01,500 \xFC', 'latin1'),
    ]) {
      expect(() => textOf(bytes)).toThrow('The file is not UTF-8')
    }
  })

  it('a line above the limit of an award is named, not called too small', () => {
    expect(parsePurchases(file('1,1997-01-01,25641025'))[0]?.amountAmd).toBe(99_999_997)
    expect(() => parsePurchases(file('1,1997-01-01,500', '1,1997-01-01,25641026'))).toThrow('Line 3 exceeds')
  })

  it.each(['1,1997-01-01', '1,1997-1-1,5', '1,1997-01-01,-5', '1,1997-01-01,5.5', '"1",1997-01-01,5'])(
    'the error names the invalid line: %s',
    (line) => {
      expect(() => parsePurchases(file('1,1997-01-01,500', line))).toThrow('Line 3')
    },
  )

  it('the error names the line whose customer differs from another only in letter case', () => {
    expect(() => parsePurchases(file('A1,1997-01-01,500', 'A1,1997-01-02,500', 'a1,1997-01-01,500'))).toThrow(
      'Line 4: customer a1 differs from A1',
    )
  })

  it('a purchases file with another first line is refused', () => {
    expect(() => parsePurchases('a,b,c\n1,1997-01-01,5')).toThrow('The first line')
  })
})

const realFile = path.join(repository, '../shared/data/purchases.csv')

describe.runIf(existsSync(realFile))('the real purchases', () => {
  it('the real purchases give 36,504 awards, 50 refused rows and 1,033,818.4 points', () => {
    const rows = parsePurchases(readFileSync(realFile, 'utf8'))
    const awarded = rows.filter((row) => row.amountAmd >= MIN_AMOUNT_AMD)
    expect(rows).toHaveLength(36_554)
    expect(new Set(rows.map((row) => row.key)).size).toBe(36_554)
    expect(awarded).toHaveLength(36_504)
    expect(awarded.reduce((sum, row) => sum + tenthsForAmount(row.amountAmd), 0)).toBe(10_338_184)
  })
})
