/**
 * Ed25519 verification (RFC 8032) without platform support: slow, for browsers that lack it and for pages without
 * HTTPS.
 */
import { sha512 } from './sha512.ts'

const P = 2n ** 255n - 19n
const L = 2n ** 252n + 27742317777372353535851937790883648493n
const mod = (value: bigint, by = P): bigint => ((value % by) + by) % by

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
const inverse = (value: bigint): bigint => power(value, P - 2n)
const D = mod(-121665n * inverse(121666n))
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n)

/** Extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. */
type Point = readonly [X: bigint, Y: bigint, Z: bigint, T: bigint]

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = ((y1 - x1) * (y2 - x2)) % P
  const b = ((y1 + x1) * (y2 + x2)) % P
  const c = (2n * t1 * t2 * D) % P
  const d = (2n * z1 * z2) % P
  const [e, f, g, h] = [b - a, d - c, d + c, b + a]
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)]
}

function times(point: Point, by: bigint): Point {
  let [result, doubled]: [Point, Point] = [[0n, 1n, 1n, 0n], point]
  for (let rest = by; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = add(result, doubled)
    doubled = add(doubled, doubled)
  }
  return result
}

const isSame = ([x1, y1, z1]: Point, [x2, y2, z2]: Point): boolean =>
  mod(x1 * z2 - x2 * z1) === 0n && mod(y1 * z2 - y2 * z1) === 0n

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n)

/** Decodes 32 bytes; undefined if they are not a point of the curve (5.1.3). */
function pointOf(bytes: Uint8Array): Point | undefined {
  const encoded = littleEndian(bytes)
  const sign = encoded >> 255n
  const y = encoded & (2n ** 255n - 1n)
  if (y >= P) return undefined
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)]
  const candidate = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n))
  const square = mod(v * candidate * candidate)
  const x = square === u ? candidate : square === mod(-u) ? mod(candidate * ROOT_OF_MINUS_ONE) : undefined
  if (x === undefined || (x === 0n && sign === 1n)) return undefined
  const signed = (x & 1n) === sign ? x : P - x
  return [signed, y, 1n, mod(signed * y)]
}

const BASE_Y = mod(4n * inverse(5n))
const BASE = pointOf(Uint8Array.from({ length: 32 }, (_none, index) => Number((BASE_Y >> BigInt(8 * index)) & 255n)))!

/** `key` has 32 bytes, `signature` 64. */
export function isEd25519Signature(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== 32 || signature.length !== 64) return false
  const [first, s] = [signature.subarray(0, 32), littleEndian(signature.subarray(32))]
  const [a, r] = [pointOf(key), pointOf(first)]
  if (!a || !r || s >= L) return false
  const h = littleEndian(sha512(first, key, message)) % L
  return isSame(times(BASE, s), add(r, times(a, h)))
}
