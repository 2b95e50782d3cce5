/** RFC 6962, section 2.1. Hashes are 32 bytes. */
import { sha256, utf8 } from './sha256.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** `text`: canonical JSON. */
export function leafHash(text: string): Uint8Array {
  return sha256(LEAF, utf8(text))
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(NODE, left, right)
}

export const EMPTY_ROOT = sha256()

export const sameHash = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index])

/** 2.1.1; undefined if the proof has the wrong length. */
export function rootOfInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | undefined {
  if (index < 0 || index >= size) return undefined
  let [at, last] = [index, size - 1]
  let root = leaf
  for (const hash of proof) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      root = nodeHash(hash, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
    } else {
      root = nodeHash(root, hash)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}

/** 2.1.2: whether the log of size `first` is a prefix of that of size `second`. */
export function isConsistent(
  {
    first,
    firstRoot,
    second,
    secondRoot,
  }: { first: number; firstRoot: Uint8Array; second: number; secondRoot: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (first < 1 || first > second) return false
  if (first === second) return proof.length === 0 && sameHash(firstRoot, secondRoot)
  let [at, last] = [first - 1, second - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  const rest = [...proof]
  const start = at > 0 ? rest.shift() : firstRoot
  if (!start) return false
  let [old, fresh] = [start, start]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      old = nodeHash(hash, old)
      fresh = nodeHash(hash, fresh)
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
    } else {
      fresh = nodeHash(fresh, hash)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 && sameHash(old, firstRoot) && sameHash(fresh, secondRoot)
}
