/** RFC 6962 by its definition; slow. */
import { EMPTY_ROOT, leafHash, nodeHash } from '#contracts/verify/merkle.ts'

export const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0]!
  const k = half(leaves.length)
  return nodeHash(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)))
}
const half = (size: number) => 2 ** Math.floor(Math.log2(size - 1))
export const inclusion = (index: number, leaves: readonly Uint8Array[]): Uint8Array[] => {
  if (leaves.length <= 1) return []
  const k = half(leaves.length)
  return index < k
    ? [...inclusion(index, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...inclusion(index - k, leaves.slice(k)), rootOf(leaves.slice(0, k))]
}
export const consistency = (first: number, leaves: readonly Uint8Array[], whole = true): Uint8Array[] => {
  if (first === leaves.length) return whole ? [] : [rootOf(leaves)]
  const k = half(leaves.length)
  return first <= k
    ? [...consistency(first, leaves.slice(0, k), whole), rootOf(leaves.slice(k))]
    : [...consistency(first - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))]
}
export const leavesOf = (size: number) => Array.from({ length: size }, (_none, index) => leafHash(`event ${index}`))
