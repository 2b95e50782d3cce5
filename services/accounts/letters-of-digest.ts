import { REDEMPTION_CODE_ALPHABET } from '#contracts/units/codes.ts'

const SIGNS = BigInt(REDEMPTION_CODE_ALPHABET.length)

/** A code without look-alikes that follows from a digest in hexadecimal, about 4.9 bits per sign. */
export function lettersOfDigest(digest: string, length: number): string {
  let rest = BigInt(`0x${digest}`)
  let text = ''
  for (let place = 0; place < length; place += 1) {
    text += REDEMPTION_CODE_ALPHABET.charAt(Number(rest % SIGNS))
    rest /= SIGNS
  }
  return text
}
