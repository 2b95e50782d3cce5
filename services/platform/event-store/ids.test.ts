import { describe, expect, it } from 'vitest'
import { isBuyerCode, isRedemptionCode } from '#contracts/units/codes.ts'
import { newRedemptionCode, shortDigest, uuid5 } from './ids.ts'

describe('Ids', () => {
  it('gives the UUIDs of the standard (RFC 9562, appendix A.4)', () => {
    expect(uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    )
  })

  it('refuses a namespace that is not a UUID', () => {
    expect(() => uuid5('hatik', 'x')).toThrow('Not a UUID')
  })

  it('digests texts to distinct strings of 22 characters', () => {
    expect(shortDigest('a')).toHaveLength(22)
    expect(shortDigest('a')).not.toBe(shortDigest('b'))
  })

  it('makes redemption codes that cannot be mistaken for a buyer code (H13)', () => {
    const codes = Array.from({ length: 500 }, newRedemptionCode)
    expect(codes.every((code) => isRedemptionCode(code) && !isBuyerCode(code))).toBe(true)
    expect(new Set(codes).size).toBe(codes.length)
  })
})
