import { accountStream } from '#contracts/ledger-events.ts'
import { decimalString } from '#contracts/points.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { publicEvent } from '#audit/canonical-event.ts'
import { headsBefore, leafIndexAt, publicKeys } from '#audit/heads.ts'
import { sealedFile } from '#audit/sealed-file.ts'
import { movementTenths } from '#ledger/account/decider.ts'
import type { Deps } from './deps.ts'

const READ_WITHIN_MS = 10_000

/** The file's text; undefined where the account has no event under a signed head yet. */
export async function provenStatement(deps: Deps, businessId: number, buyerId: number): Promise<string | undefined> {
  const [[head], keys, seal] = await Promise.all([headsBefore(deps.pool, { limit: 1 }), publicKeys(deps.pool), deps.seal()])
  if (!head) return undefined
  const events = await deps.readStream(accountStream(businessId, buyerId), 0, { deadlineAt: Date.now() + READ_WITHIN_MS })
  const covered = events.filter((event) => head.position !== null && event.position <= BigInt(head.position))
  if (covered.length === 0) return undefined
  const query = { statement: accountStream(businessId, buyerId), events: covered.length }
  const file = sealedFile({ hatik: 'statement/1', query, position: head.position, head, keys }, deps.signingKey, 'jsonl')
  const lines = [file.opening()]
  let balanceTenths = 0
  for (const event of covered) {
    balanceTenths += movementTenths(event)
    const index = await leafIndexAt(deps.pool, String(event.position))
    if (index === null) throw new Error(`The Merkle log misses the event at ${event.position}`)
    const path = await deps.merkle.inclusion(index, head.size)
    lines.push(file.json({ event: publicEvent(event, seal), balance: decimalString(balanceTenths), proof: { index, path: path.map(toHex) } }))
  }
  return lines.join('') + file.closing()
}
