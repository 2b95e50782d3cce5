import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as portable from '#contracts/verify/merkle.ts'
import { leafHash, nodeHash } from './hashes.ts'

it('leaves and nodes are those that a checker computes without us, for any text and any children', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(leafHash(one).toString('hex')).toBe(Buffer.from(portable.leafHash(one)).toString('hex'))
      const [left, right] = [portable.leafHash(one), portable.leafHash(other)]
      expect(nodeHash(left, right).toString('hex')).toBe(Buffer.from(portable.nodeHash(left, right)).toString('hex'))
    }),
  )
})
