import { describe, expect, it } from 'vitest'
import { buyerCodeSchema, normaliseCode, redemptionCodeSchema } from './codes.ts'

const FORMS: [string, (code: string) => string][] = [
  ['a space of no width', (code) => `${code.slice(0, 2)}\u200b${code.slice(2)}`],
  ['a mark of direction', (code) => `\u200e${code}`],
  ['a word joiner', (code) => `${code.slice(0, 2)}\u2060${code.slice(2)}`],
  ['an en dash', (code) => `${code.slice(0, 2)}–${code.slice(2)}`],
  ['a minus', (code) => `${code.slice(0, 4)}\u2212${code.slice(4)}`],
  ['a space and small letters', (code) => ` ${code.slice(0, 4)} ${code.slice(4)} `.toLowerCase()],
  ['words before it', (code) => `My code: ${code}`],
  ['words before it and a space in it', (code) => `My code: ${code.slice(0, 2)} ${code.slice(2)}`],
  ['Armenian words before it', (code) => `Իմ կոդը՝ ${code}։`],
  ['words and no colon', (code) => `the code ${code} please`],
  ['an address', (code) => `https://hatik.example/join/x?code=${code}`],
  ['an address whose host looks like a code', (code) => `https://bm7k2whd.am/?code=${code}&from=x`],
]

describe('a code', () => {
  it.each(FORMS)('is found in %s', (_, form) => {
    expect([normaliseCode(form('SC8713')), buyerCodeSchema.parse(form('SC8713'))]).toEqual(['SC8713', 'SC8713'])
    expect([normaliseCode(form('BM7K2WHD')), redemptionCodeSchema.parse(form('BM7K2WHD'))]).toEqual([
      'BM7K2WHD',
      'BM7K2WHD',
    ])
  })

  it.each([
    ['KHOOO1', 'KH0001'],
    ['ANI234', 'AN1234'],
    ['anl2o4', 'AN1204'],
    ['АН1234', 'AH1234'],
    ['My code: KHOOO1', 'KH0001'],
    ['https://hatik.example/join/x?code=ANI234', 'AN1234'],
  ])("%s becomes %s: O and I count as digits in a digit's place", (typed, code) => {
    expect(normaliseCode(typed)).toBe(code)
  })

  it("is not found among two codes, in a name, or with a digit in a letter's place", () => {
    expect(normaliseCode('SC8713 or AN1234')).toBe('SC8713ORAN1234')
    expect(normaliseCode('Ani Petrosyan')).toBe('ANIPETROSYAN')
    expect(normaliseCode('I01234')).toBe('I01234')
    expect(normaliseCode('HT-2026-000012')).toBe('HT2026000012')
    expect(buyerCodeSchema.safeParse('https://hatik.example/business/kofe-tun').success).toBe(false)
    expect(redemptionCodeSchema.safeParse('https://hatik.example/business/kofe-tun').success).toBe(false)
  })
})
