import { createHmac } from 'node:crypto'
import { REDEMPTION_CODE_ALPHABET } from '#contracts/units/codes.ts'
import { CARD_SECRET_LENGTH } from '#contracts/calls/cards.ts'

const SIGNS = BigInt(REDEMPTION_CODE_ALPHABET.length)

/**
 * 16 of 30 signs: 78 bits, so guessing is hopeless and an unsalted hash is enough. It follows from the installation's
 * secret, so that the file of a batch can be made again within its day although rows hold only hashes.
 */
export function cardSecretOf(secret: string, { batchId, code }: { batchId: string; code: string }): string {
  const digest = createHmac('sha256', secret).update(`hatik:card:${batchId}:${code}`).digest('hex')
  let rest = BigInt(`0x${digest}`)
  let text = ''
  for (let place = 0; place < CARD_SECRET_LENGTH; place += 1) {
    text += REDEMPTION_CODE_ALPHABET.charAt(Number(rest % SIGNS))
    rest /= SIGNS
  }
  return text
}
