/** SHA-256 (FIPS 180-4) without platform support, so that files are checked alike in every browser and offline. */
const K = new Uint32Array(64)
const INITIAL = new Uint32Array(8)

/** The constants are the leading fractional bits of roots of primes; computing them excludes typing errors. */
function fillConstants(): void {
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0
  let found = 0
  for (let candidate = 2; found < 64; candidate += 1) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) prime = false
    if (!prime) continue
    if (found < 8) INITIAL[found] = fraction(Math.sqrt(candidate))
    K[found] = fraction(Math.cbrt(candidate))
    found += 1
  }
}
fillConstants()

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** The 32-byte digest of the concatenated parts. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const message = new Uint8Array((((length + 8) >> 6) << 6) + 64)
  let offset = 0
  for (const part of parts) {
    message.set(part, offset)
    offset += part.length
  }
  message[length] = 0x80
  const view = new DataView(message.buffer)
  view.setUint32(message.length - 8, Math.floor(length / 2 ** 29))
  view.setUint32(message.length - 4, (length << 3) >>> 0)
  const state = INITIAL.slice()
  const words = new Uint32Array(64)
  for (let block = 0; block < message.length; block += 64) compress(state, words, view, block)
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  state.forEach((word, index) => out.setUint32(index * 4, word))
  return digest
}

function compress(state: Uint32Array, words: Uint32Array, view: DataView, block: number): void {
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(block + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const before = words[index - 15]!
    const last = words[index - 2]!
    const small = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3)
    const large = rotate(last, 17) ^ rotate(last, 19) ^ (last >>> 10)
    words[index] = (words[index - 16]! + small + words[index - 7]! + large) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let index = 0; index < 64; index += 1) {
    const first =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[index]! + words[index]!) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index]! + word) | 0))
}

const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Throws a TypeError for text that is not hexadecimal. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new TypeError('Not hexadecimal')
  return Uint8Array.from({ length: text.length / 2 }, (_none, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}
