import { createHmac } from 'node:crypto'
import { CARD_SECRET_LENGTH } from '#contracts/calls/cards.ts'
import { lettersOfDigest } from '#contracts/units/codes.ts'

/**
 * 16 of 31 signs: 79 bits, so guessing is hopeless and an unsalted hash is enough. It follows from the installation's
 * secret, so that the file of a batch can be made again within its day although rows hold only hashes.
 */
export function cardSecretOf(secret: string, { batchId, code }: { batchId: string; code: string }): string {
  const digest = createHmac('sha256', secret).update(`hatik:card:${batchId}:${code}`).digest('hex')
  return lettersOfDigest(digest, CARD_SECRET_LENGTH)
}
