import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugChoice, slugOf } from './slug.ts'

describe('the address of a business page (H27)', () => {
  it.each([
    ['Կոֆե Տուն', 'kofe-tun'],
    ['Երևանի Գրատուն', 'yerevani-gratun'],
    ['Ոսկե Հատիկ', 'voske-hatik'],
    ['Ով է', 'ov-e'],
    ['Սուրճ և թխվածք', 'surch-yev-tkhvatsk'],
    ['ՆՈՒՌ', 'nur'],
    ['Café «Zür» & Söhne', 'cafe-zur-and-sohne'],
    ['Кофе Хауз', 'kofe-khauz'],
    ["Ani's Shop", 'anis-shop'],
    ['  --- ', 'business-page'],
    ['12345', '12345-am'],
    ['Pricing', 'pricing-am'],
    ['Hatik', 'hatik-am'],
  ])('%s is %s (C6)', (name, slug) => expect(slugOf(name)).toBe(slug))

  it('the second of a name gets -2', () => {
    expect([1, 2, 3].map((choice) => slugChoice('Կոֆե Տուն', choice))).toEqual(['kofe-tun', 'kofe-tun-2', 'kofe-tun-3'])
  })

  it('any name: what the table takes, and never all digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.integer({ min: 1, max: 50 }), (name, choice) => {
        const slug = slugChoice(name, choice)
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slug).not.toMatch(/^[0-9]+$/)
      }),
    )
  })
})
