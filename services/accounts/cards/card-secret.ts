import { randomInt } from 'node:crypto'
import { REDEMPTION_CODE_ALPHABET } from '#contracts/units/codes.ts'
import { CARD_SECRET_LENGTH } from '#contracts/calls/cards.ts'

/** Of 30 signs each, so 78 bits: guessing is hopeless, and an unsalted hash is enough. */
export function newCardSecret(): string {
  const sign = () => REDEMPTION_CODE_ALPHABET.charAt(randomInt(REDEMPTION_CODE_ALPHABET.length))
  return Array.from({ length: CARD_SECRET_LENGTH }, sign).join('')
}
