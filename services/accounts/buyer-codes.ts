import { randomInt } from 'node:crypto'
import { BUYER_CODE_LETTERS } from '#contracts/units/codes.ts'

/** H12: about 5.8 million codes. The table's constraint enforces uniqueness. */
export function newBuyerCode(): string {
  const letter = () => BUYER_CODE_LETTERS.charAt(randomInt(BUYER_CODE_LETTERS.length))
  return `${letter()}${letter()}${String(randomInt(10_000)).padStart(4, '0')}`
}
