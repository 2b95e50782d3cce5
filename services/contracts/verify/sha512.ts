/** SHA-512 (FIPS 180-4) for short messages, with BigInt: simple rather than fast. */
const WORD = 2n ** 64n

/** The largest integer root that is not above the exact one. */
function rootOf(value: bigint, degree: bigint): bigint {
  let [low, high] = [0n, 1n]
  while (high ** degree <= value) high *= 2n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** degree <= value) low = middle
    else high = middle
  }
  return low
}

function firstPrimes(count: number): bigint[] {
  const primes: bigint[] = []
  for (let candidate = 2n; primes.length < count; candidate += 1n)
    if (primes.every((prime) => candidate % prime !== 0n)) primes.push(candidate)
  return primes
}

/** As in sha256.ts: computed from the roots of primes. */
const PRIMES = firstPrimes(80)
const K = PRIMES.map((prime) => rootOf(prime << 192n, 3n) % WORD)
const INITIAL = PRIMES.slice(0, 8).map((prime) => rootOf(prime << 128n, 2n) % WORD)

const rotate = (word: bigint, bits: bigint): bigint => ((word >> bits) | (word << (64n - bits))) % WORD

/** The 64-byte digest of the concatenated parts. */
export function sha512(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = parts.flatMap((part) => [...part])
  const bits = BigInt(bytes.length) * 8n
  bytes.push(0x80)
  while (bytes.length % 128 !== 112) bytes.push(0)
  for (let shift = 120n; shift >= 0n; shift -= 8n) bytes.push(Number((bits >> shift) & 255n))
  let state = INITIAL
  for (let block = 0; block < bytes.length; block += 128) state = compressed(state, bytes.slice(block, block + 128))
  return Uint8Array.from(
    state.flatMap((word) =>
      Array.from({ length: 8 }, (_none, index) => Number((word >> BigInt(56 - 8 * index)) & 255n)),
    ),
  )
}

function compressed(state: readonly bigint[], block: readonly number[]): bigint[] {
  const words = Array.from({ length: 16 }, (_none, index) =>
    block.slice(index * 8, index * 8 + 8).reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n),
  )
  for (let index = 16; index < 80; index += 1) {
    const [before, last] = [words[index - 15]!, words[index - 2]!]
    const small = rotate(before, 1n) ^ rotate(before, 8n) ^ (before >> 7n)
    const large = rotate(last, 19n) ^ rotate(last, 61n) ^ (last >> 6n)
    words.push((words[index - 16]! + small + words[index - 7]! + large) % WORD)
  }
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]
  for (let index = 0; index < 80; index += 1) {
    const choice = (e & f) ^ ((WORD - 1n - e) & g)
    const first = h + (rotate(e, 14n) ^ rotate(e, 18n) ^ rotate(e, 41n)) + choice + K[index]! + words[index]!
    const second = (rotate(a, 28n) ^ rotate(a, 34n) ^ rotate(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) % WORD, c, b, a, (first + second) % WORD]
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]!) % WORD)
}
