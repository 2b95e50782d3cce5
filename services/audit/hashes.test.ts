import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalText } from '#contracts/verify/canonical.ts'
import * as portable from '#contracts/verify/merkle.ts'
import { leafHash, nodeHash } from './hashes.ts'

it('hashes leaves and nodes as an independent verifier does, for any text and children', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(leafHash(one).toString('hex')).toBe(Buffer.from(portable.leafHash(one)).toString('hex'))
      const [left, right] = [portable.leafHash(one), portable.leafHash(other)]
      expect(nodeHash(left, right).toString('hex')).toBe(Buffer.from(portable.nodeHash(left, right)).toString('hex'))
    }),
  )
})

it("never changes an event's text and hash, because existing logs were built with them (PROOF-FORMAT.md)", () => {
  const text = canonicalText({
    type: 'PointsAwarded',
    data: { tenths: 20, awardId: 'a', receipt: undefined },
    list: [{ z: null, y: 'Սուրճ "1"' }, 2],
  })
  expect(text).toBe(
    '{"data":{"awardId":"a","tenths":20},"list":[{"y":"Սուրճ \\"1\\"","z":null},2],"type":"PointsAwarded"}',
  )
  expect(leafHash(text).toString('hex')).toBe('ef36a4603813c27601dd5e44f261114f8798fc8ee3629cb9073ef5ce975e2569')
})
