import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalText } from '#contracts/verify/canonical.ts'
import { EMPTY_ROOT, isConsistent, leafHash, nodeHash, rootOfInclusion } from '#contracts/verify/merkle.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { consistency, inclusion, leavesOf, rootOf } from './testing/plain-merkle.ts'

describe('the Merkle log', () => {
  it('proves inclusion of every event in logs of every size up to 40, and rejects all others', () => {
    for (let size = 1; size <= 40; size += 1) {
      const leaves = leavesOf(size)
      const root = toHex(rootOf(leaves))
      for (let index = 0; index < size; index += 1) {
        const proof = inclusion(index, leaves)
        expect(toHex(rootOfInclusion(leaves[index]!, index, size, proof)!)).toBe(root)
        const wrong = rootOfInclusion(leafHash('another'), index, size, proof)
        expect(wrong && toHex(wrong)).not.toBe(root)
        if (index + 1 < size)
          expect(toHex(rootOfInclusion(leaves[index]!, index + 1, size, proof) ?? EMPTY_ROOT)).not.toBe(root)
      }
    }
  })

  it('proves that each log is a prefix of each later one, and that a changed one is not', () => {
    for (let second = 1; second <= 24; second += 1) {
      const leaves = leavesOf(second)
      const secondRoot = rootOf(leaves)
      for (let first = 1; first <= second; first += 1) {
        const proof = consistency(first, leaves)
        expect(isConsistent({ first, firstRoot: rootOf(leaves.slice(0, first)), second, secondRoot }, proof)).toBe(true)
        const changed = rootOf([leafHash('changed'), ...leaves.slice(1, first)])
        expect(isConsistent({ first, firstRoot: changed, second, secondRoot }, proof)).toBe(false)
      }
    }
  })

  it('yields no root for a proof that is too long or too short, or for an index outside the log', () => {
    const leaves = leavesOf(6)
    const proof = inclusion(3, leaves)
    expect(rootOfInclusion(leaves[3]!, 3, 6, [...proof, leaves[0]!])).toBeUndefined()
    expect(rootOfInclusion(leaves[3]!, 3, 6, proof.slice(0, -1))).toBeUndefined()
    for (const index of [-1, 6, 7]) expect(rootOfInclusion(leaves[3]!, index, 6, proof)).toBeUndefined()
    expect(rootOfInclusion(leaves[0]!, 1, 1, [])).toBeUndefined()
  })

  it('is no prefix of a smaller log or of one with another root, and an empty prefix proves nothing', () => {
    const leaves = leavesOf(6)
    const root = rootOf(leaves)
    const proof = consistency(3, leaves)
    const of = (first: number) => ({ first, firstRoot: rootOf(leaves.slice(0, first)), second: 6, secondRoot: root })
    expect(isConsistent({ ...of(3), second: 2, secondRoot: rootOf(leaves.slice(0, 2)) }, proof)).toBe(false)
    expect(isConsistent({ first: 2, firstRoot: root, second: 1, secondRoot: root }, [])).toBe(false)
    expect(isConsistent({ first: 6, firstRoot: root, second: 3, secondRoot: root }, [])).toBe(false)
    expect(isConsistent({ first: 0, firstRoot: root, second: 6, secondRoot: root }, [])).toBe(false)
    expect(isConsistent({ first: 0, firstRoot: root, second: 1, secondRoot: root }, [])).toBe(false)
    expect(isConsistent(of(6), [leaves[0]!])).toBe(false)
    expect(isConsistent({ ...of(6), firstRoot: new Uint8Array() }, [])).toBe(false)
    expect(isConsistent({ ...of(3), secondRoot: rootOf(leavesOf(7)) }, proof)).toBe(false)
  })
})

it('hashes leaves and nodes as RFC 6962 says, for any text and children', () => {
  const hex = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const [left, right] = [leafHash(one), leafHash(other)]
      expect(toHex(left)).toBe(hex(Buffer.of(0), Buffer.from(one)))
      expect(toHex(nodeHash(left, right))).toBe(hex(Buffer.of(1), left, right))
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
  expect(toHex(leafHash(text))).toBe('ef36a4603813c27601dd5e44f261114f8798fc8ee3629cb9073ef5ce975e2569')
})
