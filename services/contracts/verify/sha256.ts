export { sha256 } from '#verify-crypto'

const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

const HEX = Array.from({ length: 256 }, (_none, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}

/** Throws a TypeError for text that is not lower-case hexadecimal. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new TypeError('Not hexadecimal')
  return Uint8Array.from({ length: text.length / 2 }, (_none, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}
