import { accountStream } from '#contracts/events/ledger-events.ts'
import { decimalString } from '#contracts/units/points.ts'
import { toHex } from '#contracts/verify/sha256.ts'
import { publicEvent } from '#audit/canonical-event.ts'
import { headsBefore, leafIndexesAt, publicKeys } from '#audit/heads.ts'
import { sealedFile } from '#audit/sealed-file.ts'
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { StreamEvent } from '#platform/event-store/log-reader.ts'
import type { Deps } from '../../deps.ts'

const PAGE = 500
const READ_WITHIN_MS = 10_000

type Sources = Pick<Deps, 'pool' | 'readStream' | 'merkle' | 'signingKey' | 'seal'>

/**
 * Streams the file with one page in memory, reading only on demand. Undefined if no event is under a signed head yet.
 * `goOn` is called before each further page and ends the file by throwing.
 */
export async function provenStatement(
  deps: Sources,
  businessId: number,
  buyerId: number,
  goOn: () => Promise<void>,
): Promise<AsyncGenerator<string> | undefined> {
  const [[head], keys, seal] = await Promise.all([
    headsBefore(deps.pool, { limit: 1 }),
    publicKeys(deps.pool),
    deps.seal(),
  ])
  if (!head || head.position === null) return undefined
  const stream = accountStream(businessId, buyerId)
  const events = await eventsUpTo(deps, stream, BigInt(head.position))
  if (events === 0) return undefined
  const query = { statement: stream, events }
  const file = sealedFile(
    { hatik: 'statement/1', query, position: head.position, head, keys },
    deps.signingKey,
    'jsonl',
  )

  async function* text(): AsyncGenerator<string> {
    yield file.opening()
    let balanceTenths = 0
    for (let revision = 0; revision < events; revision += PAGE) {
      if (revision > 0) await goOn()
      const page = await read(deps, stream, revision, Math.min(PAGE, events - revision))
      const indexes = await leafIndexesAt(
        deps.pool,
        page.map(({ position }) => String(position)),
      )
      let lines = ''
      for (const event of page) {
        balanceTenths += deltaTenths(event) ?? 0
        const index = indexes.get(String(event.position))
        if (index === undefined) throw new Error(`The Merkle log has no event at position ${event.position}`)
        const path = await deps.merkle.inclusion(index, head!.size)
        lines += file.json({
          event: publicEvent(event.stored, seal),
          balance: decimalString(balanceTenths),
          proof: { index, path: path.map(toHex) },
        })
      }
      yield lines
    }
    yield file.closing()
  }
  return text()
}

const read = (
  { readStream }: Sources,
  stream: string,
  fromRevision: number,
  maxCount: number,
): Promise<StreamEvent[]> => readStream(stream, fromRevision, { deadlineAt: Date.now() + READ_WITHIN_MS, maxCount })

/** Counts a stream's events up to a position by binary search, without reading a long account. */
async function eventsUpTo(deps: Sources, stream: string, position: bigint): Promise<number> {
  const areThere = async (count: number): Promise<boolean> => {
    const [last] = await read(deps, stream, count - 1, 1)
    return last !== undefined && last.position <= position
  }
  let beyond = 1
  while (await areThere(beyond)) beyond *= 2
  let there = Math.floor(beyond / 2)
  while (beyond - there > 1) {
    const middle = Math.floor((there + beyond) / 2)
    if (await areThere(middle)) there = middle
    else beyond = middle
  }
  return there
}
